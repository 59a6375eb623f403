// What the directory leads to, by kind: the rows that each room registers, and the value by which each is found.
import { accountKinds } from './accounts/directory-kinds.ts'
import { checkoutKinds } from './checkout/directory-kinds.ts'
import { consoleKinds } from './console/directory-kinds.ts'
import { customerKinds } from './customers/directory-kinds.ts'
import { exportKinds } from './exports/directory-kinds.ts'
import { messageKinds } from './messages/directory-kinds.ts'
import { refundKinds } from './refunds/directory-kinds.ts'
import { transferKinds } from './transfers/directory-kinds.ts'
import { voucherKinds } from './vouchers/directory-kinds.ts'

export const directoryKinds = {
  ...accountKinds,
  ...checkoutKinds,
  ...consoleKinds,
  ...customerKinds,
  ...exportKinds,
  ...messageKinds,
  ...refundKinds,
  ...transferKinds,
  ...voucherKinds,
}

export type DirectoryKind = keyof typeof directoryKinds

/** In the order of the alphabet: the schema is the same whichever room registers a kind. */
export const directoryKindNames = (Object.keys(directoryKinds) as DirectoryKind[]).sort()
