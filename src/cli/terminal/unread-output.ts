// How a command ends whose output nobody takes any more, or that cannot be written.
import { EXIT } from '../developer/command.ts'
import { say } from './speech.ts'

/** What a shell says of a program that ended because nobody reads its output. */
const UNREAD = 128 + 13

let isWatched = false

/** Whoever reads may have seen enough (`cobro trail | head`): the command ends without a word. An output that takes no more, as on a full disk, is named. */
export function endWithOutput(): void {
  if (isWatched) return
  isWatched = true
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(UNREAD)
      if (stream === process.stdout)
        process.stderr.write(
          `${say(['La salida no se pudo escribir: {why}', 'The output could not be written: {why}'], { why: error.message })}\n`,
        )
      process.exit(EXIT.usage)
    })
}
