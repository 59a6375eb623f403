// The address of an export's file, which cannot be guessed.
import { idSigner } from '../core/signed-id.ts'

export interface ExportLinks {
  urlOf(exportId: string): string
  /** The export that a token names; undefined for a token that we did not make. */
  exportOf(token: string): string | undefined
}

/** `keys`: as `idSigner` takes them. */
export function exportLinks(baseUrl: () => string, keys: Buffer[]): ExportLinks {
  const signer = idSigner(keys, { ids: /exp_[0-9a-z]{26}/, macBytes: 24, purpose: 'export:' })
  return {
    urlOf: (id) => `${baseUrl()}/exports/${signer.sign(id)}`,
    exportOf: signer.idOf,
  }
}
