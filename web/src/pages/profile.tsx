// The profile: the shop's data that payers see on slips, receipts, e-mails and SMS.
import { type FormEvent, useState } from 'react'
import type { Profile } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { withoutName } from '../labels.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { DraftForm, useDrafts } from '../parts/draft-form.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { useFault } from '../parts/fault.tsx'
import { Press } from '../parts/press.tsx'
import { Alert, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { Slip, type SlipFacts } from '../profile/slip.tsx'
import { useChange, useRead } from '../read.ts'
import { useSession } from '../session.tsx'

type Named = 'trade_name' | 'legal_name' | 'rfc' | 'phone' | 'email' | 'site'

const FIELDS: [name: Named, words: Words, type: string, most: number][] = [
  ['trade_name', ['Nombre comercial', 'Trade name'], 'text', 80],
  ['legal_name', ['Razón social', 'Legal name'], 'text', 150],
  ['rfc', ['RFC', 'RFC'], 'text', 13],
  ['phone', ['Teléfono, 10 dígitos', 'Phone, 10 digits'], 'tel', 10],
  ['email', ['Correo', 'E-mail'], 'email', 254],
  ['site', ['Sitio (https://…)', 'Site (https://…)'], 'url', 200],
]

const PATH = '/v1/profile'

export function Page() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<Profile>(PATH, 60_000)
  return (
    <>
      <h1>{say(['Perfil', 'Profile'])}</h1>
      <p className="quiet">
        {say([
          'Lo que ve quien te paga en fichas, recibos, correos y SMS, también de pagos de antes.',
          'What payers see on slips, receipts, e-mails and SMS, also for earlier payments.',
        ])}
      </p>
      <Read of={read}>
        {(profile) => (
          <>
            <Logo profile={profile} />
            {can('admin') ? <Form key={profile.changed_at ?? ''} profile={profile} /> : <Shown profile={profile} />}
          </>
        )}
      </Read>
    </>
  )
}

function Shown({ profile }: { profile: Profile }) {
  return (
    <section className="card">
      <Facts
        facts={[
          ...FIELDS.map(([name, words]): Fact => [words, profile[name] || '—']),
          [['Color', 'Colour'], profile.colour || '—'],
        ]}
      />
    </section>
  )
}

function Form({ profile }: { profile: Profile }) {
  const { say, language } = useLanguage()
  const changing = useChange<Profile>()
  const fault = useFault()
  const drafts = useDrafts()
  const { session } = useSession()
  const [colour, setColour] = useState(profile.colour)
  const [typed, setTyped] = useState<Partial<SlipFacts>>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => textIn(form, name)
    const body = {
      ...Object.fromEntries(FIELDS.map(([name]) => [name, text(name)])),
      colour,
      closing: text('closing'),
    }
    changing.mutate({ method: 'PUT', path: PATH, body }, { onSuccess: () => drafts.forget(PATH) })
  }
  const faults = changing.error?.messages ?? {}
  const follow = (event: FormEvent<HTMLElement>) => {
    const { name, value } = event.target as HTMLInputElement
    if (name !== '') setTyped((now) => ({ ...now, [name]: value.trim() }))
  }
  const forget = () => {
    setColour(profile.colour)
    setTyped({})
  }
  return (
    <div className="beside-slip">
      <section className="card" onInput={follow}>
        <h2>{say(['Datos', 'Data'])}</h2>
        <DraftForm name={PATH} onSubmit={submit} onForget={forget}>
          <div className="two">
            {FIELDS.map(([name, words, type, most]) => (
              <label key={name} className="field">
                <span>{say(words)}</span>
                <input
                  name={name}
                  type={type}
                  maxLength={most}
                  defaultValue={profile[name]}
                  aria-invalid={faults[name] !== undefined}
                />
                {faults[name] && (
                  <em className="fault">{faults[name].map((text) => withoutName(name, text)).join(' · ')}</em>
                )}
              </label>
            ))}
            <div className="field">
              <label htmlFor="colour">
                {say(['Color de tus fichas y recibos', 'Colour of your slips and receipts'])}
              </label>
              <div className="row middle">
                <input
                  id="colour"
                  name="colour"
                  type="color"
                  value={colour === '' ? '#0c5c4c' : colour}
                  onChange={(event) => setColour(event.target.value)}
                />
                <span className="quiet">{colour === '' ? say(['el de Cobro', 'Cobro’s']) : colour}</span>
                {colour !== '' && (
                  <button type="button" className="plain" onClick={() => setColour('')}>
                    {say(['Quitar', 'Remove'])}
                  </button>
                )}
              </div>
              {faults.colour && (
                <em className="fault">{faults.colour.map((text) => withoutName('colour', text)).join(' · ')}</em>
              )}
            </div>
            <label className="field">
              <span>{say(['Cierre del día por correo', 'Daily closing by e-mail'])}</span>
              <select name="closing" defaultValue={profile.closing}>
                <option value="off">{say(['No', 'No'])}</option>
                <option value="es">{say(['En español', 'In Spanish'])}</option>
                <option value="en">{say(['En inglés', 'In English'])}</option>
              </select>
            </label>
          </div>
          <Alert>{fault(changing.error)}</Alert>
          <div className="row">
            <Press className="main" isUnderWay={changing.isPending}>
              {say(['Guardar', 'Save'])}
            </Press>
            <span role="status" className="quiet">
              {profile.changed_at &&
                say(['Cambió el {when}', 'Changed on {when}'], { when: moment(profile.changed_at, language) })}
            </span>
          </div>
        </DraftForm>
      </section>
      <Slip facts={{ ...profile, ...typed, colour }} account={session.account.name} hasLogo={profile.logo !== null} />
    </div>
  )
}

function Logo({ profile: { logo } }: { profile: Profile }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const changing = useChange()
  const fault = useFault()
  const [round, setRound] = useState(0)
  const put = async (file: File) => {
    try {
      await changing.mutateAsync({ method: 'PUT', path: '/v1/profile/logo', body: { content: await base64Of(file) } })
    } catch {
      // The refusal is shown below.
    }
    setRound(round + 1)
  }
  return (
    <section className="card">
      <h2>{say(['Logotipo', 'Logo'])}</h2>
      <p>
        {logo === null
          ? say(['Todavía no hay.', 'There is none yet.'])
          : say(['{type} de {width} × {height} pixeles.', '{type} of {width} × {height} pixels.'], {
              type: logo.type === 'image/png' ? 'PNG' : 'JPEG',
              width: logo.width,
              height: logo.height,
            })}
      </p>
      {can('admin') && (
        <div className="row">
          <label className="field">
            <span>{changing.isPending ? say(['Subiendo …', 'Uploading …']) : say(['PNG o JPEG', 'PNG or JPEG'])}</span>
            <input
              key={round}
              type="file"
              accept="image/png,image/jpeg"
              disabled={changing.isPending}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) void put(file)
              }}
            />
          </label>
          {logo !== null && (
            <Ask
              button={say(['Quitar logotipo', 'Remove the logo'])}
              title={say(['¿Quitar el logotipo?', 'Remove the logo?'])}
              text={say([
                'Fichas y recibos llevarán solo el nombre. No se mueve dinero.',
                'Slips and receipts will have the name only. No money moves.',
              ])}
              confirm={say(['Sí, quitar', 'Yes, remove it'])}
              change={() => ({ method: 'PUT', path: '/v1/profile/logo', body: { content: null } })}
            />
          )}
        </div>
      )}
      <Alert>{fault(changing.error)}</Alert>
    </section>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
