// `cobro listen --forward-to URL`: forwards the account's events to a local receiver, signed, in order, and resumes where it stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cobro } from '../../../client/src/client.ts'
import { CobroError } from '../../../client/src/errors.ts'
import { say } from '../terminal/speech.ts'
import { type Command, EXIT, type Invocation, UsageError, wanted } from './command.ts'
import { type Cursor, forwardedToo, OVERLAP_MS, readCursor, writeCursor } from './cursor.ts'
import { accepted, deliver, type Reception, receptionText } from './receiver.ts'
import { receiverAddress } from './receiver-address.ts'

type Event = Awaited<ReturnType<Cobro['events']['get']>>

const POLL_MS = 500
/** A receiver that cannot be reached is waited for; one that refuses an event gets it this many times. */
const TRIES = 3
const WAIT_MS = 1_000

export function listenCommand(defaultCursorFile: string): Command {
  return {
    synopsis: '--forward-to URL',
    summary: 'bring events to a local webhook receiver, signed, resuming where it stopped',
    options: ['[--events TYPE,TYPE] [--from now|start] [--secret whsec_...] [--cursor FILE]'],
    run: async (invocation) => {
      const { options, output, signal } = invocation
      const url = receiverAddress(
        wanted(options.forwardTo, '--forward-to, the URL of the receiver,'),
        'the receiver of --forward-to',
      )
      if (options.from !== undefined && !['now', 'start'].includes(options.from))
        throw new UsageError(say(['--from es now o start', '--from is now or start']))
      const file = options.cursor ?? defaultCursorFile
      let cursor = await startingCursor(invocation, readCursor(file))
      const secret = options.secret ?? cursor.secret
      writeCursor(file, cursor)
      const listening = { listening: url, secret }
      const listeningTo = { url, secret }
      output.say(
        'plain',
        say(
          ['Los eventos van a {url}, firmados con {secret}', 'Forwarding events to {url}, signed with {secret}'],
          listeningTo,
        ),
        listening,
      )
      while (!signal.aborted) {
        for (const event of await unforwarded(invocation, cursor)) {
          const asked = options.events.length === 0 || options.events.includes(event.type)
          if (asked && !(await forward(invocation, { url, secret }, event))) break
          cursor = forwardedToo(cursor, event)
          writeCursor(file, cursor)
        }
        await pause(POLL_MS, signal)
      }
      return EXIT.done
    },
  }
}

/** A new cursor begins now, unless the command says otherwise; `--from` always begins anew. */
async function startingCursor({ cobro, options }: Invocation, cursor: Cursor): Promise<Cursor> {
  if (options.from === undefined && cursor.newestAt !== undefined) return cursor
  let fresh: Cursor = { ...cursor, newestAt: undefined, forwarded: {} }
  if (options.from === 'start') return fresh
  for await (const event of cobro.events.list()) {
    if (fresh.newestAt !== undefined && Date.parse(event.timestamp) < Date.parse(fresh.newestAt) - OVERLAP_MS) break
    fresh = forwardedToo(fresh, event)
  }
  return fresh
}

/** Oldest first. A service that does not answer is waited for. */
async function unforwarded({ cobro, output, signal }: Invocation, cursor: Cursor): Promise<Event[]> {
  const since = cursor.newestAt && new Date(Date.parse(cursor.newestAt) - OVERLAP_MS).toISOString()
  const events: Event[] = []
  try {
    for await (const event of cobro.events.list({ since }, { signal })) {
      if (cursor.forwarded[event.id] === undefined) events.push(event)
    }
  } catch (error) {
    if (signal.aborted) return []
    if (!(error instanceof CobroError) || !error.transient) throw error
    output.note(`${error.message}; ${say(['se sigue intentando', 'still trying'])}`)
    return []
  }
  return events.reverse()
}

/** False when it was aborted before the receiver answered: then the event is forwarded again. */
async function forward(
  { output, signal }: Invocation,
  to: { url: string; secret: string },
  event: Event,
): Promise<boolean> {
  const payload = JSON.stringify(event.data)
  let waiting = false
  for (let tried = 1; !signal.aborted; ) {
    const reception = await deliver(to.url, { id: event.id, type: event.type, payload, secret: to.secret }, signal)
    const absent = reception.status === undefined
    if (accepted(reception) || (!absent && tried >= TRIES)) {
      report(output, event, reception)
      return true
    }
    if (signal.aborted) return false
    if (absent && !waiting)
      output.note(
        say(['{type} espera: el receptor {answer}', '{type} waits: the receiver {answer}'], {
          type: event.type,
          answer: receptionText(reception),
        }),
      )
    waiting = absent
    if (!absent) tried += 1
    await pause(WAIT_MS, signal)
  }
  return false
}

function report(output: Invocation['output'], event: Event, reception: Reception): void {
  const subject = event.operation ?? event.id
  output.say(accepted(reception) ? 'good' : 'bad', `${event.type} ${subject}: ${receptionText(reception)}`, {
    event: event.id,
    type: event.type,
    operation: event.operation,
    status: reception.status,
    duration_ms: reception.durationMs,
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
