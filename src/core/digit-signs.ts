// Characters that people read as a decimal digit and that Unicode's own normalisation leaves: in circles, Roman, Chinese, hidden tags.

/** The first character of a row, and the digit that it means. */
const ROWS: [from: number, digit: number, count: number][] = [
  [0x1369, 1, 9], // Ethiopic
  [0x2160, 1, 9], // Roman
  [0x2170, 1, 9], // Roman, small
  [0x24f5, 1, 9], // in double circles
  [0x2776, 1, 9], // in dark circles
  [0x2780, 1, 9], // in circles, sans-serif
  [0x278a, 1, 9], // in dark circles, sans-serif
  [0x3021, 1, 9], // of merchants in Suzhou
  [0x1f10b, 0, 1], // zero in a circle
  [0x1f10c, 0, 1], // zero in a dark circle
  [0x24ff, 0, 1], // zero in a dark circle
  [0xe0030, 0, 10], // tags, which nobody sees
]
const CHINESE = ['〇一二三四五六七八九', '零壹貳參肆伍陸柒捌玖', '零壹贰叁肆伍陆柒捌玖']

const MEANING = new Map<string, string>([
  ...ROWS.flatMap(([from, digit, count]) =>
    Array.from({ length: count }, (_, at): [string, string] => [String.fromCodePoint(from + at), String(digit + at)]),
  ),
  ...CHINESE.flatMap((row) => [...row].map((sign, digit): [string, string] => [sign, String(digit)])),
])

/** Letters that are drawn like a digit, as somebody writes them in its place. */
const LIKE: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  B: '8',
}

/** The text with ASCII digits for such signs. Sample: `❹②` is `4②`. */
export function withoutDigitSigns(text: string): string {
  if (/^[\0-\u1368]*$/.test(text)) return text
  let plain = ''
  for (const sign of text) plain += MEANING.get(sign) ?? sign
  return plain
}

/** The text with digits for the letters that look like one. Sample: `42O1` is `4201`. */
export function withoutLookAlikes(text: string): string {
  return text.replace(/[OoIl|ZzSsB]/g, (letter) => LIKE[letter] ?? letter)
}
