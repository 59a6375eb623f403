// `cobro completion bash|zsh|fish`: the shell's completion of commands and options, made from the table of commands.
import { nearest } from '../../core/language/nearest-word.ts'
import { UsageError } from '../developer/command.ts'
import { recipes } from '../developer/recipes/all.ts'
import { manual, optionsOf } from './commands.ts'
import { optionMeaning } from './options.ts'

const SHELLS: Record<string, () => string> = { bash, zsh, fish }

/** Throws a `UsageError` for another shell. */
export function completionText(shell: string): string {
  const make = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (make !== undefined) return make()
  const meant = nearest(shell, Object.keys(SHELLS))
  throw new UsageError(
    `cobro completion knows bash, zsh and fish${meant === undefined ? '' : `: did you mean ${meant}?`}`,
  )
}

const first = [...new Set(Object.keys(manual).map((name) => name.split(' ')[0] ?? ''))]

/** What may follow it: words of the command, a command to explain, a shell, an event. */
function secondOf(command: string): string[] {
  if (command === 'help') return first
  if (command === 'completion') return Object.keys(SHELLS)
  if (command === 'trigger') return Object.keys(recipes)
  return Object.keys(manual).flatMap((name) => (name.startsWith(`${command} `) ? [name.slice(command.length + 1)] : []))
}

/** The options of a command and its subcommands: a shell does not need to distinguish them. */
function flagsOf(command: string): string[] {
  const names = Object.keys(manual).filter((name) => name === command || name.startsWith(`${command} `))
  return [...new Set(names.flatMap((name) => optionsOf(name).map((option) => `--${option}`)))]
}

function bash(): string {
  const cases = first.map((name) => `    ${name}) words="${[...secondOf(name), ...flagsOf(name)].join(' ')}" ;;`)
  return `# eval "$(cobro completion bash)"
_cobro() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${first.join(' ')} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cobro cobro
`
}

function zsh(): string {
  const cases = first.map((name) => `    ${name}) compadd -- ${[...secondOf(name), ...flagsOf(name)].join(' ')} ;;`)
  return `#compdef cobro
# eval "$(cobro completion zsh)"
_cobro() {
  if (( CURRENT == 2 )); then
    compadd -- ${first.join(' ')} --help --version
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  _files
}
compdef _cobro cobro
`
}

function fish(): string {
  const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`
  const commands = first.map(
    (name) => `complete -c cobro -n __fish_use_subcommand -f -a ${name} -d ${quoted(manual[name]?.summary ?? '')}`,
  )
  const below = first.flatMap((name) =>
    secondOf(name).map((word) => {
      const { summary = '' } = manual[`${name} ${word}`] ?? (name === 'help' ? manual[word] : undefined) ?? {}
      // A list by its whole name is what the command does without a subcommand.
      const meaning = quoted(summary === 'the same' ? (manual[name]?.summary ?? '') : summary)
      return `complete -c cobro -n '__fish_seen_subcommand_from ${name}' -f -a ${word} -d ${meaning}`
    }),
  )
  const options = Object.keys(manual).flatMap((name) =>
    optionsOf(name).map(
      (option) =>
        `complete -c cobro -n '__fish_seen_subcommand_from ${name.split(' ')[0]}' -l ${option} -d ${quoted(optionMeaning(option))}`,
    ),
  )
  return `# cobro completion fish > ~/.config/fish/completions/cobro.fish\n${[...commands, ...below, ...new Set(options)].join('\n')}\n`
}
