// The commands for integrators by name: reads the arguments, makes the client, runs one, turns its result into an exit code.
import { createCobro } from '../../../client/src/client.ts'
import { CobroConnectionError, CobroError } from '../../../client/src/errors.ts'
import { isAddress, isCredential } from '../../config/addresses.ts'
import { type Arguments, readArguments } from '../arguments.ts'
import { seeHelp } from '../manual/help.ts'
import { seedCommand } from '../seed/command.ts'
import { terminalLanguage } from '../terminal/speech.ts'
import { type Command, type CommandOptions, EXIT, type Exit, UsageError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { listenCommand } from './listen.ts'
import { createOutput, type Screen } from './output.ts'
import { payCommand } from './pay.ts'
import { triggerCommand } from './trigger.ts'

interface Surroundings {
  /** The service and the credential, unless options say otherwise. */
  baseUrl: string
  credential: string
  nowMs: () => number
  /** The file in which `listen` notes its position. */
  cursorFile: string
  screen: Screen
  signal: AbortSignal
}

function commandsIn({ nowMs, cursorFile }: Pick<Surroundings, 'nowMs' | 'cursorFile'>): Record<string, Command> {
  return {
    listen: listenCommand(cursorFile),
    trigger: triggerCommand,
    pay: payCommand,
    seed: seedCommand,
    doctor: doctorCommand(nowMs),
  }
}

/** Runs the command that `argv` begins with. Never throws for typed input or for an answer of the service. */
export async function runCommand(argv: readonly string[], around: Surroundings): Promise<Exit> {
  const [name = ''] = argv
  const json = argv.includes('--json')
  const output = createOutput(around.screen, json)
  const failed = (exit: Exit, code: string, message: string, more: object = {}): Exit => {
    output.say('bad', message, { error: { code, message, ...more } })
    return exit
  }
  try {
    const { words, values } = readArguments(argv)
    const command = commandsIn(around)[name]
    if (command === undefined) throw new UsageError(`there is no command ${name}`)
    const credential = values.credential ?? around.credential
    if (!isCredential(credential)) throw new UsageError('--credential is APP_KEY:APP_SECRET, with a colon between them')
    const [appKey = '', ...secret] = credential.split(':')
    if (values.url !== undefined && !isAddress(values.url, 'http', 'https'))
      throw new UsageError('--url is an address that begins with http:// or https://, such as http://127.0.0.1:8080')
    const cobro = createCobro({
      baseUrl: values.url ?? around.baseUrl,
      appKey,
      appSecret: secret.join(':'),
      language: terminalLanguage(),
    })
    return await command.run({ positionals: words, options: optionsOf(values), cobro, output, signal: around.signal })
  } catch (error) {
    if (around.signal.aborted) return EXIT.done
    if (error instanceof UsageError) {
      const exit = failed(EXIT.usage, 'usage', error.message)
      if (!json) output.note(seeHelp(argv))
      return exit
    }
    if (error instanceof CobroConnectionError)
      return failed(EXIT.unreachable, 'unreachable', `${error.message}: is the service running? Else say --url URL.`)
    if (!(error instanceof CobroError)) throw error
    const { code, message, messages, detail, requestId, status } = error
    return failed(EXIT.refused, code, `${message} (${code || status})`, { messages, detail, request_id: requestId })
  }
}

function optionsOf(values: Arguments['values']): CommandOptions {
  const pairs = (values.with ?? []).map((text): [string, string] => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`--with ${text}: write field=value`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
  return {
    forwardTo: values['forward-to'],
    secret: values.secret,
    cursor: values.cursor,
    from: values.from,
    days: values.days,
    events: values.events?.split(',').filter((type) => type !== '') ?? [],
    with: Object.fromEntries(pairs),
  }
}
