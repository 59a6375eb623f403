// How a player of a recording signs what it says, where a protocol demands signatures: those of the recording fit no other message.
import { connectorSettingName } from '../../core/declared-settings.ts'
import { answerHeaders, reportHeaders } from '../http/signed-headers.ts'

export interface Voice {
  /** Of an answer to a request with these headers. */
  answerHeaders(
    asked: Readonly<Record<string, string | readonly string[] | undefined>>,
    status: number,
    body: string,
  ): Record<string, string>
  /** Of a report to this path at Cobro. */
  reportHeaders(path: string, body: string): Record<string, string>
}

const plain: Voice = { answerHeaders: () => ({}), reportHeaders: () => ({}) }

/** `of`: Cobro's own name of the connector, which may go by another in the settings. */
export function voiceOf(connector: string, of: string, setting: (name: string) => string | undefined): Voice {
  if (!/^http-(acquirer|cash-network|spei-bank)$/.test(of)) return plain
  const secret = setting(connectorSettingName(connector, 'SECRET')) ?? ''
  return {
    answerHeaders: (asked, status, body) => answerHeaders(secret, { asked, status, body }),
    reportHeaders: (path, body) => reportHeaders(secret, { path, body }),
  }
}
