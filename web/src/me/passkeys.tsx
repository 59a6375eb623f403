// The person's passkeys: the list, their names, adding one and removing one.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, Refusal } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { DraftForm, useDrafts } from '../parts/draft-form.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { Press } from '../parts/press.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Alert, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { createPasskey, knowsPasskeys, type PublicKeyCredentialCreationOptionsJSON } from '../passkey.ts'
import { useRead } from '../read.ts'
import type { Calls, Passkey } from '../wire.ts'

const PATH = '/v1/console/passkeys'

export function Passkeys() {
  const { say, language } = useLanguage()
  const read = useRead<Calls['GET /v1/console/passkeys']['result']>(PATH)
  return (
    <section className="card">
      <h2>{say(['Llaves de acceso', 'Passkeys'])}</h2>
      <p>
        {say([
          'Con la huella, la cara o el PIN de tu dispositivo entras sin contraseña; con contraseña, es tu segundo factor.',
          'With the fingerprint, face or PIN of your device you sign in without a password; with a password it is your second factor.',
        ])}
      </p>
      <Read of={read}>
        {({ usable, passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <List<Passkey>
                caption={say(['Las tuyas', 'Yours'])}
                rows={passkeys}
                idOf={({ id }) => id}
                columns={[
                  { head: ['Nombre', 'Name'], long: true, cell: ({ name }) => name },
                  { head: ['Desde', 'Since'], cell: ({ since }) => moment(since, language) },
                  {
                    head: ['Último uso', 'Last use'],
                    cell: ({ used }) => (used === null ? say(['Nunca', 'Never']) : moment(used, language)),
                  },
                  {
                    head: ['Dónde', 'Where'],
                    cell: ({ backed_up }) =>
                      backed_up ? say(['En varios dispositivos', 'On several devices']) : say(['En uno', 'On one']),
                  },
                  { head: ['Acciones', 'Actions'], whole: true, cell: (passkey) => <Actions of={passkey} /> },
                ]}
              />
            )}
            {usable && knowsPasskeys ? (
              <div>
                <Add />
              </div>
            ) : (
              <p className="quiet">
                {say([
                  'Aquí no se pueden agregar: hace falta una dirección con nombre y HTTPS, y un navegador que las conozca.',
                  'None can be added here: passkeys need HTTPS, an address with a name, and a browser that supports them.',
                ])}
              </p>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

function Actions({ of: { id, name } }: { of: Passkey }) {
  const { say } = useLanguage()
  return (
    <div className="row">
      <Ask
        plain
        button={say(['Renombrar', 'Rename'])}
        title={say(['¿Cómo se llama?', 'What is it called?'])}
        confirm={say(['Guardar', 'Save'])}
        change={(form) => ({
          method: 'PUT',
          path: `/v1/console/passkeys/${id}`,
          body: { name: textIn(form, 'name') },
        })}
      >
        <Field label={say(['Nombre', 'Name'])}>
          <input name="name" defaultValue={name} maxLength={60} required />
        </Field>
      </Ask>
      <Ask
        plain
        danger
        button={say(['Quitar', 'Remove'])}
        title={say(['¿Quitar «{name}»?', 'Remove “{name}”?'], { name })}
        text={say([
          'Ya no abre esta consola. Bórrala también de tu dispositivo.',
          'It no longer opens this console. Delete it from your device too.',
        ])}
        confirm={say(['Quitar', 'Remove'])}
        change={(form) => ({
          method: 'POST',
          path: `/v1/console/passkeys/${id}/remove`,
          body: { password: String(form.get('password')) },
        })}
      >
        <Field label={say(['Tu contraseña', 'Your password'])}>
          <input name="password" type="password" autoComplete="current-password" required />
        </Field>
      </Ask>
    </div>
  )
}

function Add() {
  const { say } = useLanguage()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const failure = useFault()
  const drafts = useDrafts()
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFault('')
    try {
      const options = await call<PublicKeyCredentialCreationOptionsJSON>('POST', '/v1/console/passkeys/options', {
        password: String(form.get('password')),
      })
      const answer = await createPasskey(options)
      await call('POST', PATH, { name: textIn(form, 'name'), answer })
      // Closed when the list behind it has the key.
      await client.invalidateQueries({ queryKey: ['read'] })
      drafts.forget(PATH)
      setOpen(false)
    } catch (error) {
      const details = error instanceof Refusal ? failure(error) : ''
      setFault(
        details ||
          say([
            'Tu navegador no la hizo: cancelaste, tardaste, o este dispositivo ya tiene una.',
            'Your browser did not make it: you cancelled, took too long, or this device has one already.',
          ]),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setFault('')
          setOpen(true)
        }}
      >
        {say(['Agregar una llave de acceso', 'Add a passkey'])}
      </button>
      {open && (
        <Sheet title={say(['Agregar una llave de acceso', 'Add a passkey'])} onClose={() => setOpen(false)}>
          <DraftForm name={PATH} onSubmit={(event) => void add(event)}>
            <Field label={say(['Nombre, para reconocerla', 'Name, to recognise it'])}>
              <input name="name" maxLength={60} required />
            </Field>
            <Field label={say(['Tu contraseña', 'Your password'])}>
              <input name="password" type="password" autoComplete="current-password" required />
            </Field>
            <Alert>{fault}</Alert>
            <div className="row">
              <Press
                className="main"
                isUnderWay={busy}
                working={say(['Tu navegador pregunta …', 'Your browser is asking …'])}
              >
                {say(['Agregar', 'Add'])}
              </Press>
              <button type="button" onClick={() => setOpen(false)}>
                {say(['Cancelar', 'Cancel'])}
              </button>
            </div>
          </DraftForm>
        </Sheet>
      )}
    </>
  )
}
