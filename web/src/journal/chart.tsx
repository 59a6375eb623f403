// The chart of accounts: the merchant's codes and names of the ledger's accounts, shown, and changed by people who may.
import type { ChartOfAccounts } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { textIn } from '../parts/text-in.ts'
import { useSession } from '../session.tsx'
import { accountWords } from './words.ts'

type ChartAccount = ChartOfAccounts['accounts'][number]

const PATH = '/v1/ledger/chart'

export function Chart({ of: { accounts } }: { of: ChartOfAccounts }) {
  const { say } = useLanguage()
  const { can } = useSession()
  return (
    <section className="card">
      <div className="head">
        <h2>{say(['Tus cuentas', 'Your accounts'])}</h2>
        {can('admin') && <Change accounts={accounts} />}
      </div>
      <List<ChartAccount>
        caption={say([
          'Las claves con que el diario llama a cada cuenta',
          'The codes by which the journal names each account',
        ])}
        rows={accounts}
        idOf={({ account }) => account}
        columns={[
          { head: ['Cuenta', 'Account'], area: 'first', cell: ({ account }) => say(accountWords(account)) },
          {
            head: ['Clave', 'Code'],
            area: 'second',
            whole: true,
            cell: ({ code }) => (code === '' ? '—' : <code>{code}</code>),
          },
          { head: ['Nombre', 'Name'], area: 'third', long: true, cell: ({ name }) => name || '—' },
          {
            head: ['De quién', 'Whose'],
            area: 'state',
            cell: ({ default: isDefault, code }) => (
              <span className="quiet">
                {isDefault
                  ? code === ''
                    ? say(['sin clave', 'no code'])
                    : say(['código agrupador del SAT', 'código agrupador of the SAT'])
                  : say(['tuya', 'yours'])}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

function Change({ accounts }: { accounts: ChartAccount[] }) {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Cambiar claves', 'Change codes'])}
      title={say(['Tus cuentas', 'Your accounts'])}
      text={say([
        'Cambia cómo se muestra el diario de todos los días, y ningún asiento. Una cuenta que dejas vacía usa el código agrupador del SAT, si lo hay.',
        'It changes how the journal of all days is shown, and no entry. An account that you leave empty has the código agrupador of the SAT, if there is one.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => ({ method: 'PUT', path: PATH, body: { accounts: givenIn(form, accounts) } })}
    >
      {accounts.map(({ account, code, name, default: isDefault }) => (
        <fieldset key={account}>
          <legend>{say(accountWords(account))}</legend>
          <Field label={say(['Clave', 'Code'])}>
            <input name={`code ${account}`} defaultValue={isDefault ? '' : code} placeholder={code} maxLength={40} />
          </Field>
          <Field label={say(['Nombre', 'Name'])}>
            <input name={`name ${account}`} defaultValue={isDefault ? '' : name} placeholder={name} maxLength={100} />
          </Field>
        </fieldset>
      ))}
    </Ask>
  )
}

/** The accounts in which something is typed. */
function givenIn(form: FormData, accounts: ChartAccount[]) {
  return accounts.flatMap(({ account }) => {
    const [code = '', name = ''] = ['code', 'name'].map((part) => textIn(form, `${part} ${account}`))
    return code === '' && name === '' ? [] : [{ account, code, name }]
  })
}
