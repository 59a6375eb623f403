// An account's rule of second persons: its amount, the people who may turn it on, tighten or relax it, and who gets a role that may approve.
import { POWER, requireSecondPerson } from '../../accounts/second-person.ts'
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Caller } from '../../api/caller.ts'
import { formatAmount } from '../../core/money.ts'
import { Failure } from '../../failures.ts'
import { decide } from '../../store/decide.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { run, update, type Write } from '../../store/write.ts'
import { peopleOf } from '../people/membership.ts'
import { keepsPeople, type Role, roleNames, roles } from '../people/roles.ts'

/** A change of the rule; null: without it. */
interface RuleChange {
  accountId: string
  before: number | null
  centavos: number | null
  /** As it was read, for a change that turns the rule on: no owner has left since, and nobody was invited to power. */
  people_version?: number
}

/** Whether a change relaxes the rule, which itself needs a second person. */
export function isLooser({ before, centavos }: Pick<RuleChange, 'before' | 'centavos'>): boolean {
  return before !== null && (centavos === null || centavos > before)
}

/** Whether a person gets power by the role that the former one did not give. */
export function addsPower(role: Role, former?: Role): boolean {
  const had: readonly string[] = former === undefined ? [] : roles[former]
  return roles[role].some((scope) => POWER.includes(scope) && !had.includes(scope))
}

/**
 * For a role that a person gives. Fails with `second-person-needed` when the role could approve: an owner under another
 * address would be the second person.
 */
export async function requireSecondPersonForRole(
  store: Store,
  caller: Caller,
  role: Role,
  former?: Role,
): Promise<void> {
  if (addsPower(role, former)) await requireSecondPerson(store, caller.accountId, caller.person)
}

/** The rule, in centavos, and the version of the people. */
export async function readRule({ db }: Store, accountId: string) {
  const query = db.selectFrom('accounts').select(['second_person_centavos', 'people_version'])
  return query.where('id', '=', accountId).executeTakeFirstOrThrow()
}

/** The writes of a change. `Unmet` when the rule, or the people that were read, have changed since. */
export function ruleWrites({ store, clock }: StoreAndClock, by: Actor, change: RuleChange): Write[] {
  const { accountId, before, centavos, people_version } = change
  const amount = (one: number | null) => ({ above: one === null ? null : formatAmount(one) })
  // One person alone may have sent them.
  const invitations = store.db
    .updateTable('invitations')
    .set({ ended_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(
      'role',
      'in',
      roleNames.filter((role) => addsPower(role)),
    )
  return [
    ...(before === null ? [run(invitations.compile())] : []),
    update(
      'accounts',
      { second_person_centavos: centavos },
      { id: accountId, second_person_centavos: before, ...(people_version !== undefined && { people_version }) },
    ),
    trailWrite(clock, by, {
      accountId,
      action: 'second_person.changed',
      subject: accountId,
      before: amount(before),
      after: amount(centavos),
    }),
  ]
}

/**
 * Turns the rule on, or makes it stricter. There must be two people who can decide everything. Fails with `second-person-missing`, and with
 * `second-person-needed` for a change that would relax it.
 */
export async function tightenRule(
  needs: StoreAndClock,
  by: Actor,
  { accountId, centavos }: { accountId: string; centavos: number | null },
): Promise<void> {
  const { store } = needs
  return decide(
    async () => {
      const { second_person_centavos: before, people_version } = await readRule(store, accountId)
      if (before === centavos) return
      if (isLooser({ before, centavos })) throw new Failure('second-person-needed')
      const owners = (await peopleOf(store, accountId)).filter(({ role }) => keepsPeople(role))
      if (owners.length < 2) throw new Failure('second-person-missing')
      await store.commit(ruleWrites(needs, by, { accountId, before, centavos, people_version }))
    },
    { row: `people ${accountId}` },
  )
}
