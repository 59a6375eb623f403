// Checks the signatures of orders and queries with the program `openssl`. It builds the signed chains from its own list, not with the connector.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Body = Record<string, unknown>

/** Each place of the chain of an order, counted from 1, written down from the provider's sheet and not from the connector. */
const places: Record<number, string> = {
  1: 'institucionContraparte',
  2: 'empresa',
  3: 'fechaOperacion',
  4: 'folioOrigen',
  5: 'claveRastreo',
  6: 'institucionOperante',
  7: 'monto',
  8: 'tipoPago',
  9: 'tipoCuentaOrdenante',
  10: 'nombreOrdenante',
  11: 'cuentaOrdenante',
  12: 'rfcCurpOrdenante',
  13: 'tipoCuentaBeneficiario',
  14: 'nombreBeneficiario',
  15: 'cuentaBeneficiario',
  16: 'rfcCurpBeneficiario',
  17: 'emailBeneficiario',
  18: 'tipoCuentaBeneficiario2',
  19: 'nombreBeneficiario2',
  20: 'cuentaBeneficiario2',
  21: 'rfcCurpBeneficiario2',
  22: 'conceptoPago',
  23: 'conceptoPago2',
  24: 'claveCatUsuario1',
  25: 'claveCatUsuario2',
  26: 'clavePago',
  27: 'referenciaCobranza',
  28: 'referenciaNumerica',
  29: 'tipoOperacion',
  30: 'topologia',
  31: 'usuario',
  32: 'medioEntrega',
  33: 'prioridad',
  34: 'iva',
}

export function orderChain(body: Body): string {
  const parts = Array.from({ length: 34 }, (_, at) => String(body[places[at + 1] ?? ''] ?? ''))
  return `||${parts.join('|')}||`
}

/** The chains of the other calls, by their paths. */
export const chains: Record<string, (body: Body) => string> = {
  '/ordenPago/registra': orderChain,
  '/ordenPago/retornaOrden': (b) =>
    `||${b.fechaOperacion}|${b.institucionOperante}|${b.claveRastreo}|${b.monto}|${b.digitoIdentificadorBeneficiario}|${b.claveRastreoDevolucion}|${b.medioEntrega}||`,
  '/consultaOrden': (b) => `||${b.empresa}|${b.claveRastreo}|${b.tipoOrden}|${b.fechaOperacion ?? ''}||`,
  '/V2/conciliacion': (b) => `||${b.empresa}|${b.tipoOrden}|${b.fechaOperacion ?? ''}||`,
  '/consultaSaldoCuenta': (b) => `||${b.empresa}|${b.cuentaOrdenante}|${b.fecha ?? ''}||`,
}

/** Whether `openssl` finds that the holder of the key signed the chain. */
export async function isSigned(publicKeyFile: string, chain: string, signature: unknown): Promise<boolean> {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(signature)) return false
  const file = join(tmpdir(), `firma-${randomBytes(8).toString('hex')}`)
  writeFileSync(file, Buffer.from(signature, 'base64'))
  try {
    return await new Promise<boolean>((resolve) => {
      const judge = spawn('openssl', ['dgst', '-sha256', '-verify', publicKeyFile, '-signature', file], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      judge.on('close', (code) => resolve(code === 0))
      judge.stdin.on('error', () => {})
      judge.stdin.end(chain)
    })
  } finally {
    rmSync(file, { force: true })
  }
}
