// Plays a host of ISO 8583 over TCP. It reads and writes with the npm library `iso_8583`, and misbehaves on demand.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { iso8583 } from '../../src/connectors/iso8583/connector.ts'
import type { LengthHeader } from '../../src/connectors/iso8583/frames.ts'
import type { Fields, Message } from '../../src/connectors/iso8583/host.ts'
import { judgePacks, judgeUnpacks } from './judge.ts'

const card = (number: string, securityCode = '123') => ({
  number,
  holderName: 'Ana Pérez',
  expiration: '3512',
  securityCode,
})

export const cards = {
  approved: card('4242424242424242'),
  declined: { card: card('4000000000000002'), code: '51' },
  invalid: card('4111111111111137'),
  wrongSecurityCode: card('4242424242424242', '000'),
  silent: card('4000000000010027'),
}

/** What the service fills in for settings that are not set. */
export const isoDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(iso8583.settings ?? {}).map(([key, { default: value = '' }]) => [key, value]),
)

/** What becomes of the next message of a kind, or of its answer. */
export const FAULTS = [
  /** The answer takes its time. */
  'slow',
  /** Done, and never answered. */
  'silent',
  /** Never arrived. */
  'lost',
  /** Half of the answer, then the end of the connection. */
  'half',
  /** The answer byte by byte. */
  'split',
  /** Another answer before it in one packet. */
  'joined',
  'twice',
  /** An approval of another trace number, of another reference and of another terminal first. */
  'of-others',
  /** An answer whose length cannot be. */
  'wrong-length',
  /** A message that cannot be read first. */
  'garbage',
  /** The connection ends before it is done, or afterwards. */
  'cut-before',
  'cut-after',
  /** Answered only when its reversal has come. */
  'after-reversal',
  /** Approved without a code, in part, with another amount, with a code that nobody knows. */
  'no-code',
  'in-part',
  'other-amount',
  'unheard-of',
] as const
export type HostFault = (typeof FAULTS)[number]

interface Held {
  amount: string
  trace: string
  time: string
  code: string
  reversed: boolean
}

/** Messages by what they are for: `purchase` 02xx, `check` 01xx, `reversal` 04xx, `network` 08xx. */
export type What = 'check' | 'purchase' | 'reversal' | 'network'
const whats: Record<string, What> = { '01': 'check', '02': 'purchase', '04': 'reversal', '08': 'network' }

export type FakeHost = Awaited<ReturnType<typeof fakeHost>>

export async function fakeHost({
  header = '2-byte',
  tls,
}: {
  header?: LengthHeader
  tls?: { key: string; cert: string }
} = {}) {
  /** Approved purchases by their reference. */
  const purchases = new Map<string, Held>()
  /** Every message that came, without the number of its card and its code. */
  const calls: Message[] = []
  /** What a host would complain about. */
  const wrongs: string[] = []
  const faults: { what: What; fault: HostFault }[] = []
  const held = new Map<string, () => void>()
  const sockets = new Set<Socket>()
  const habits = { signOn: '00', reversal: undefined as string | undefined, echoes: true, deafMs: 0 }
  let connections = 0
  let watcher: (moment: 'before' | 'after', what: What) => Promise<void> = async () => {}

  const frame = (message: Buffer, length = message.length) => {
    const before = Buffer.alloc(header === '2-byte' ? 2 : 4)
    if (header === '4-digits') before.write(String(length).padStart(4, '0'))
    else before.writeUIntBE(length, 0, before.length)
    return Buffer.concat([before, message])
  }
  const answered = ({ type, fields }: Message, more: Fields): Message => {
    const echoed = Object.entries(fields).filter(([number]) => !['14', '43', '48', '90'].includes(number))
    return { type: `${type.slice(0, 2)}${Number(type[2]) + 1}0`, fields: { ...Object.fromEntries(echoed), ...more } }
  }

  const responseTo = ({ fields }: Message): string => {
    const number = fields[2]
    if (number === cards.invalid.number) return '14'
    if (number === cards.declined.card.number) return '51'
    return fields[48]?.includes('9203000') ? '82' : '00'
  }
  const purchase = (message: Message): Message => {
    const { 4: amount = '', 7: time = '', 11: trace = '', 37: reference = '' } = message.fields
    const code = responseTo(message)
    if (purchases.has(reference)) wrongs.push(`purchase ${reference} came twice`)
    if (code !== '00') return answered(message, { 39: code })
    const approval = String(100_000 + purchases.size)
    purchases.set(reference, { amount, trace, time, code: approval, reversed: false })
    return answered(message, { 38: approval, 39: '00' })
  }
  const reversed = new Set<string>()
  const reversal = (message: Message): Message => {
    const { 2: number, 4: amount, 37: reference = '', 90: original = '' } = message.fields
    if (number !== undefined) wrongs.push('a reversal has the number of a card')
    if (message.type === '0420' && reversed.has(reference)) wrongs.push(`0420 ${reference} came twice`)
    reversed.add(reference)
    if (habits.reversal !== undefined) return answered(message, { 39: habits.reversal })
    const found = purchases.get(reference)
    if (found === undefined) return answered(message, { 39: '25' })
    if (!original.startsWith(`0200${found.trace}${found.time}`)) wrongs.push(`${reference} is reversed as another`)
    if (amount !== found.amount) wrongs.push(`${reference} is reversed with another amount`)
    found.reversed = true
    return answered(message, { 39: '00' })
  }
  const network = (message: Message): Message | undefined => {
    if (message.fields[70] === '001') return answered(message, { 39: habits.signOn })
    return habits.echoes ? answered(message, { 39: '00' }) : undefined
  }
  const doneWith: Record<What, (message: Message) => Message | undefined> = {
    purchase,
    check: (message) => answered(message, { 39: responseTo(message) }),
    reversal,
    network,
  }

  const take = async (socket: Socket, bytes: Buffer) => {
    const message = judgeUnpacks(bytes)
    const what = whats[message.type.slice(0, 2)] as What
    const { 2: number, 14: _, 48: __, ...shown } = message.fields
    calls.push({ type: message.type, fields: shown })
    // The answer to what the host said by itself.
    if (Number(message.type[2]) % 2 === 1) return
    const at = faults.findIndex((one) => one.what === what)
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0]?.fault
    await watcher('before', what)
    if (fault === 'cut-before') return void socket.destroy()
    if (fault === 'lost' || number === cards.silent.number) return
    if (habits.deafMs > 0) await pause(habits.deafMs)
    const answer = doneWith[what](message)
    await watcher('after', what)
    if (what === 'reversal') held.get(message.fields[37] ?? '')?.()
    if (answer !== undefined) await send(socket, message, changed(answer, fault), fault)
  }
  const changed = (answer: Message, fault: HostFault | undefined): Message => {
    const { 38: code, ...rest } = answer.fields
    const { type } = answer
    if (fault === 'no-code') return { type, fields: rest }
    if (fault === 'in-part')
      return { type, fields: { ...rest, ...(code && { 38: code }), 39: '10', 4: '000000000100' } }
    if (fault === 'other-amount') return { type, fields: { ...rest, ...(code && { 38: code }), 4: '000000000100' } }
    if (fault === 'unheard-of') return { type, fields: { ...rest, ...(code && { 38: code }), 39: 'Z9' } }
    return answer
  }
  const send = async (socket: Socket, asked: Message, answer: Message, fault: HostFault | undefined) => {
    const whole = frame(judgePacks(answer))
    const write = (bytes: Buffer) => void (socket.destroyed || socket.write(bytes))
    const other = (more: Fields) =>
      frame(judgePacks({ type: answer.type, fields: { ...answer.fields, 38: '999999', 39: '00', ...more } }))
    switch (fault) {
      case 'silent':
        return
      case 'slow':
        await pause(300)
        return write(whole)
      case 'half':
        return void socket.end(whole.subarray(0, whole.length >> 1))
      case 'split':
        for (const byte of whole) {
          write(Buffer.from([byte]))
          await pause(1)
        }
        return
      case 'joined':
        return write(Buffer.concat([other({ 11: '999999' }), whole]))
      case 'twice':
        return write(Buffer.concat([whole, whole]))
      case 'of-others':
        write(other({ 11: '999999' }))
        write(other({ 37: '999999999999' }))
        write(other({ 41: 'ANOTHER1' }))
        return write(whole)
      case 'wrong-length':
        return write(frame(judgePacks(answer), 9_999))
      case 'garbage':
        write(frame(Buffer.from('0210not a message of anybody')))
        return write(whole)
      case 'cut-after':
        return void socket.destroy()
      case 'after-reversal': {
        const { promise, resolve } = Promise.withResolvers<void>()
        held.set(asked.fields[37] ?? '', resolve)
        await promise
        return write(whole)
      }
      default:
        write(whole)
    }
  }

  const welcome = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    let rest: Buffer = Buffer.alloc(0)
    const headerBytes = header === '2-byte' ? 2 : 4
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (;;) {
        if (rest.length < headerBytes) return
        const length = header === '4-digits' ? Number(rest.toString('latin1', 0, 4)) : rest.readUIntBE(0, headerBytes)
        if (rest.length < headerBytes + length) return
        const message = rest.subarray(headerBytes, headerBytes + length)
        rest = rest.subarray(headerBytes + length)
        take(socket, message).catch((error: unknown) => wrongs.push(String(error)))
      }
    })
  }
  const server = tls === undefined ? createServer(welcome) : createTlsServer(tls, welcome)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    settings: {
      HOST: '127.0.0.1',
      PORT: String(port),
      TLS: tls === undefined ? 'no' : 'yes',
      LENGTH_HEADER: header,
      TERMINAL: 'TERM0001',
      MERCHANT: 'COMERCIO1',
      MERCHANT_NAME: 'TIENDA EJEMPLO CIUDAD DE MEXICO MX',
      MERCHANT_TYPE: '5999',
      ACQUIRER_ID: '12345',
    },
    purchases,
    calls,
    wrongs,
    habits,
    fail: (what: What, ...these: HostFault[]) => faults.push(...these.map((fault) => ({ what, fault }))),
    /** How many of the faults that were asked for have not happened yet. */
    faultsLeft: () => faults.length,
    watch: (watch: typeof watcher) => {
      watcher = watch
    },
    connections: () => connections,
    /** The host sends a message by itself on every connection. */
    say: (message: Message) => {
      for (const socket of sockets) socket.write(frame(judgePacks(message)))
    },
    /** Ends every connection, as a host that starts anew. */
    dropAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
