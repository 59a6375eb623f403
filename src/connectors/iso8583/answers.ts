// Which answer belongs to which message.
import type { Message } from './host.ts'

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
