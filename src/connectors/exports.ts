// The types for external connectors: `import type { AcquirerConnector } from 'cobro/connectors'`.
import type { Acquirer } from './acquirer.ts'
import type { CashNetwork } from './cash-network.ts'
import type { Connector } from './connector.ts'
import type { AcquirerPart } from './contract/acquirer-ground.ts'
import type { CashNetworkPart } from './contract/cash-network.ts'
import type { SpeiBank } from './spei-bank.ts'

export type * from './acquirer.ts'
export type { Unknown } from './bounded.ts'
export type * from './cash-network.ts'
export type * from './charge-details.ts'
export type * from './connector.ts'
export type { AcquirerCards, AcquirerPart } from './contract/acquirer-ground.ts'
export type { CashNetworkPart } from './contract/cash-network.ts'
export type {
  FieldFormat as IsoFieldFormat,
  Fields as IsoFields,
  IsoHost,
  PrivateData as IsoPrivateData,
} from './iso8583/host.ts'
export type { BinRange, IssuerConnector, IssuerSource } from './issuer-source.ts'
export type * from './notice.ts'
export type * from './spei-bank.ts'
export type { StampingConnector, StampingProvider, StampOutcome, StampRequest } from './stamping.ts'
export type { ConnectorState } from './state.ts'

/** The type of a file's export `acquirer`. */
export type AcquirerConnector = Connector<Acquirer, AcquirerPart>

/** The type of a file's export `cashNetwork`. */
export type CashNetworkConnector = Connector<CashNetwork, CashNetworkPart>

/** The type of a file's export `speiBank`. */
export type SpeiBankConnector = Connector<SpeiBank>
