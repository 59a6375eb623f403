// Changes of unread reports that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const noticeActions = {
  'report.closed': ['Reporte cerrado', 'Report closed'],
} satisfies ActionWords
