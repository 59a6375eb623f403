// Tables: which of several acquirers gets a card payment, and which got it.
import { instant, oneOf, positive, table, text, uuid } from '../../core/table.ts'

/** The operator's rules, one row for the whole service: a JSON list of `RoutingRule`. */
export const routingRules = table(
  'routing_rules',
  {
    authority: {
      id: oneOf(['service']),
      rules: text(),
      updated_at: instant(),
    },
  },
  { owner: 'shared', key: 'id' },
)

/** Which acquirer was chosen for a card payment, written before it is asked. Only when the service has several acquirers. The last row names the one that has the payment. */
export const acquirerChoices = table(
  'acquirer_choices',
  {
    fact: {
      operation_id: uuid(),
      /** 1 for the first; another follows only where the one before surely did nothing. */
      turn: positive(),
      account_id: text(),
      network: text(),
      /** The connector's data about the charge, as of the operation. */
      network_trace: text().orNull(),
      /** Why: `rule 2`, by its place in the rules, or `order`, of the setting. */
      because: text(),
      /** JSON: the acquirers that were tried before and did not get the payment, each with the reason: `[["north","not-processed"]]`. */
      passed: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, operation_id, turn',
    recorded: { by: 'created_at', keys: ['operation_id', 'turn'] },
    indexes: { acquirer_choices_by_time: 'created_at, operation_id, turn' },
  },
)
