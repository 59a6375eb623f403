// The same host with digits packed two in a byte, as on lines of terminals. Copy it for your host, and correct it by the host's manual.
import type { IsoHost } from '../host.ts'
import { host as ascii } from './ascii-1987.ts'

export const host: IsoHost = {
  ...ascii,
  name: 'bcd-1987',
  type: 'bcd',
  bitmap: 'binary',
  lengths: 'bcd',
  digits: 'bcd',
}
