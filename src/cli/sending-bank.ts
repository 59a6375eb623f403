// What a command needs to know of the bank that sends transfers.
import type { Config } from '../config.ts'
import { NO_NETWORK } from '../core/rail.ts'
import type { Store } from '../store/store.ts'

/** The name of the bank that sends transfers, `none` without one, and whether it sends a deposit back whose payer it did not name. */
export async function sendingBank(
  config: Config,
  store: Store,
): Promise<{ speiBank: string; canReturnDeposit: boolean }> {
  const name = config.networks['spei-bank']
  if (name === NO_NETWORK) return { speiBank: name, canReturnDeposit: false }
  const [{ connectorNamed }, { connected, settingsOf }] = await Promise.all([
    import('../connectors/by-name.ts'),
    import('../connectors/connect.ts'),
  ])
  const connector = await connectorNamed('speiBank', name, { store })
  const canReturnDeposit = async () =>
    (await connected('speiBank', connector, settingsOf(config, connector))).returnDeposit !== undefined
  // This machine may lack the settings of the bank: then an account has to be named.
  return { speiBank: connector.name, canReturnDeposit: await canReturnDeposit().catch(() => false) }
}
