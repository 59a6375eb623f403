// The tables of the README, each made from the data that it describes.
import { settings } from '../src/config.ts'

export const tables: Record<string, () => string> = {
  settings: () =>
    markdown(
      ['setting', 'default', 'meaning'],
      Object.entries(settings).map(([name, [fallback, meaning]]) => [
        `\`${name}\``,
        fallback === '' ? '' : `\`${fallback}\``,
        meaning,
      ]),
    ),
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
