// Which answer belongs to which message.
import type { Fields, Message } from './host.ts'

/** What an answer to a purchase, a check or a reversal has as the message has it: trace number, reference, terminal. */
export const REPEATED: readonly number[] = [11, 37, 41]

/** Sample: `0210` answers `0200`, and `0430` answers `0420` and its repeat `0421`. */
export function answerTypeOf(type: string): string {
  return `${type.slice(0, 2)}${Number(type[2]) + 1}0`
}

/** Whether a type is of an answer: its third digit is odd. */
export function isAnswerType(type: string): boolean {
  return Number(type[2]) % 2 === 1
}

/** The last digit of a type says who began, and that it is a repeat; hosts differ in what an answer has there. */
export function answerKey(type: string, { fields }: Pick<Message, 'fields'>): string {
  return `${type.slice(0, 3)} ${fields[11] ?? ''}`
}

export function isAnswer(asked: Message, answer: Message, repeats: readonly number[]): boolean {
  return repeats.every((number) => asked.fields[number]?.trim() === answer.fields[number]?.trim())
}

/** How much of a field says what a message is about: its card by the last four digits, its kind by two, its original without the forwarder. */
const ABOUT: Readonly<Record<number, (text: string) => string>> = {
  // A host may leave digits in between out.
  2: (text) => text.slice(-4),
  3: (text) => text.slice(0, 2),
  4: (text) => text.replace(/^0+(?=.)/, ''),
  42: (text) => text,
  49: (text) => text,
  90: (text) => text.slice(0, 20),
}

/** Whether what an answer shows is about what was sent: the card, the kind, the amount, the merchant, the currency, the original. It may show none. */
export function isAbout(sent: Fields, answer: Fields): boolean {
  return Object.entries(ABOUT).every(([number, part]) => {
    const [asked, shown] = [sent[Number(number)]?.trim(), answer[Number(number)]?.trim()]
    return asked === undefined || shown === undefined || shown === '' || part(asked) === part(shown)
  })
}
