// Checks the picture of a logo and prepares it for storage.
import { hash } from 'node:crypto'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { PICTURE_LIMITS, type PictureFault, readPicture } from '../../core/picture.ts'
import { invalidField } from '../../failures.ts'
import type { LogoRow } from './tables.ts'

/** Draws a picture as the PDFs of payers draw it; false when that fails. */
export type DrawsPicture = (picture: Pick<LogoRow, 'type' | 'content'>) => Promise<boolean>

const { bytes: MAX_BYTES, side: MAX_SIDE } = PICTURE_LIMITS

/** Each says what to do. */
const problems: Record<PictureFault | 'base64', Bilingual> = {
  base64: [
    'debe ser el archivo en base64, sin data: delante',
    'must be the file in base64, without data: in front of it',
  ],
  kind: [
    'debe ser un PNG o JPEG: guarda la imagen en uno de esos formatos',
    'must be a PNG or JPEG: save the picture in one of these formats',
  ],
  broken: [
    'es un PNG o JPEG incompleto o dañado: guárdalo otra vez',
    'is a PNG or JPEG that is incomplete or damaged: save it again',
  ],
  bytes: [
    `pesa más de ${MAX_BYTES / 1024} KiB: hazlo más pequeño`,
    `has more than ${MAX_BYTES / 1024} KiB: make it smaller`,
  ],
  side: [
    `mide más de ${MAX_SIDE} por ${MAX_SIDE} pixeles: hazlo más pequeño`,
    `measures more than ${MAX_SIDE} by ${MAX_SIDE} pixels: make it smaller`,
  ],
  interlaced: ['es un PNG entrelazado: guárdalo sin entrelazar', 'is an interlaced PNG: save it without interlacing'],
  depth: ['no tiene 8 bits por canal: guárdalo con 8 bits', 'does not have 8 bits a channel: save it with 8 bits'],
  printer: [
    'tiene los colores de una imprenta (CMYK): guárdalo en RGB o en grises',
    'has the colours of a printer (CMYK): save it in RGB or grey',
  ],
  coding: [
    'es un JPEG que pocos programas abren: guárdalo como JPEG normal o progresivo',
    'is a JPEG that few programs open: save it as an ordinary or progressive JPEG',
  ],
  turned: [
    'está girado, y solo una nota de la cámara dice cómo: ábrelo y guárdalo derecho',
    'is turned, and only a note of the camera says how: open it and save it upright',
  ],
}

/** `content` is base64, with or without line breaks. Throws the refusal of the field with the cause: a logo is drawn once before it is taken. */
export async function readLogoContent(accountId: string, content: string, draws: DrawsPicture): Promise<LogoRow> {
  const refused = (fault: keyof typeof problems) => {
    const [es, en] = problems[fault]
    return invalidField('content', `content ${es}`, `content ${en}`)
  }
  const plain = content.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw refused('base64')
  const picture = await readPicture(Buffer.from(plain, 'base64'))
  if (typeof picture === 'string') throw refused(picture)
  const { type, width, height, bytes } = picture
  if (!(await draws({ type, content: bytes.toString('base64') }))) throw refused('broken')
  return {
    account_id: accountId,
    digest: hash('sha256', bytes, 'base64url').slice(0, 16),
    type,
    width,
    height,
    content: bytes.toString('base64'),
  }
}
