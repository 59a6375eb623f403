// Checks the picture of a logo and prepares it for storage.
import { hash } from 'node:crypto'
import { invalidField } from '../core/failure.ts'
import { PICTURE_LIMITS, readPicture } from '../core/picture.ts'
import type { LogoRow } from '../store/tables.ts'

/** Draws a picture as the PDFs of payers draw it; false when that fails. */
export type DrawsPicture = (picture: Pick<LogoRow, 'type' | 'content'>) => Promise<boolean>

/** `content` is base64. Throws the refusal of the field when it is no picture that pages and PDFs can show: it is drawn once before it is taken. */
export async function readLogoContent(accountId: string, content: string, draws: DrawsPicture): Promise<LogoRow> {
  const refused = () =>
    invalidField(
      'content',
      `content debe ser un PNG o JPEG en base64, de hasta ${PICTURE_LIMITS.bytes / 1024} KiB y ${PICTURE_LIMITS.side} por ${PICTURE_LIMITS.side} pixeles`,
      `content must be a PNG or JPEG in base64, to ${PICTURE_LIMITS.bytes / 1024} KiB and ${PICTURE_LIMITS.side} by ${PICTURE_LIMITS.side} pixels`,
    )
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw refused()
  const picture = await readPicture(Buffer.from(content, 'base64'))
  if (picture === undefined) throw refused()
  const { type, width, height, bytes } = picture
  if (!(await draws({ type, content: bytes.toString('base64') }))) throw refused()
  return {
    account_id: accountId,
    digest: hash('sha256', bytes, 'base64url').slice(0, 16),
    type,
    width,
    height,
    content: bytes.toString('base64'),
  }
}
