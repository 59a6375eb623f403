// `cobro doctor URL --secret whsec_...`: prints the findings; refused when one of them is bad.
import { randomUUID } from 'node:crypto'
import { inLanguage } from '../../core/language/bilingual.ts'
import { say, terminalLanguage } from '../terminal/speech.ts'
import { type Command, EXIT, UsageError, wanted } from './command.ts'
import { examine, type Finding } from './doctor-checks.ts'
import { receiverAddress } from './receiver-address.ts'

const TONES = { good: 'good', warning: 'warning', bad: 'bad' } as const

export function doctorCommand(nowMs: () => number): Command {
  return {
    synopsis: 'URL --secret whsec_...',
    summary: 'check a webhook receiver: signatures, duplicates, order, slow answers',
    run: async ({ positionals, options, output }) => {
      const url = receiverAddress(wanted(positionals[0], 'the URL of the receiver'), 'the receiver')
      const secret = wanted(options.secret, "--secret, the receiver's own whsec_...,")
      if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) throw new UsageError('--secret is whsec_ and base64')
      const findings: Finding[] = []
      for await (const finding of examine({ url, secret, nowMs, newId: () => `evt_doctor_${randomUUID()}` })) {
        findings.push(finding)
        const { check, verdict, found, remedy } = finding
        const [what, answer, todo] = [check, found, remedy].map((one) => inLanguage(one, terminalLanguage()))
        output.say(TONES[verdict], `${what} (${answer})${todo === '' ? '' : `\n    → ${todo}`}`, {
          ...{ check: check[1], verdict, found: found[1], remedy: remedy[1] },
        })
      }
      const bad = findings.filter(({ verdict }) => verdict === 'bad').length
      output.note(
        bad === 0
          ? say(['El receptor está bien.', 'The receiver is fine.'])
          : say(['Fallan {bad} de {all} revisiones.', '{bad} of {all} checks failed.'], { bad, all: findings.length }),
      )
      return bad === 0 ? EXIT.done : EXIT.refused
    },
  }
}
