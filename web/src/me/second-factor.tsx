// The person's authenticator app: set up with a key and a first code, and removed with the password.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../call.ts'
import { useLanguage } from '../language.tsx'
import { useAct } from '../parts/act.ts'
import { Ask, Field } from '../parts/ask.tsx'
import { Copied } from '../parts/copy.tsx'
import { Press } from '../parts/press.tsx'
import { Alert } from '../parts/states.tsx'
import { SESSION, useSession } from '../session.tsx'
import type { Calls } from '../wire.ts'

export function SecondFactor() {
  const { say } = useLanguage()
  const { session } = useSession()
  const client = useQueryClient()
  const { act, refused, isUnderWay } = useAct()
  const [offer, setOffer] = useState<Calls['POST /v1/console/second-factor']['result']>()
  const again = () => {
    setOffer(undefined)
    void client.invalidateQueries({ queryKey: SESSION })
    return say(['Listo.', 'Done.'])
  }
  return (
    <section className="card">
      <h2>{say(['Aplicación de códigos', 'Authenticator app'])}</h2>
      <p>
        {session.second_factor
          ? say([
              'Al entrar con contraseña se te pide el código de tu aplicación.',
              'After your password you enter the code of your app.',
            ])
          : say([
              'Sin ella, ni llave de acceso, tu contraseña basta para entrar.',
              'Without one, and without a passkey, your password is enough to sign in.',
            ])}
      </p>
      {session.second_factor ? (
        <Ask
          button={say(['Quitar', 'Remove'])}
          danger
          title={say(['¿Quitar la aplicación?', 'Remove the app?'])}
          confirm={say(['Quitar', 'Remove'])}
          change={(form) => ({
            method: 'POST',
            path: '/v1/console/second-factor/remove',
            body: { password: String(form.get('password')) },
          })}
          onDone={again}
        >
          <Field label={say(['Tu contraseña', 'Your password'])}>
            <input name="password" type="password" autoComplete="current-password" required />
          </Field>
        </Ask>
      ) : offer === undefined ? (
        <div>
          <Press
            isUnderWay={isUnderWay}
            onClick={() =>
              act(async () =>
                setOffer(
                  await call<Calls['POST /v1/console/second-factor']['result']>(
                    'POST',
                    '/v1/console/second-factor',
                    {},
                  ),
                ),
              )
            }
          >
            {say(['Usar una aplicación', 'Use an app'])}
          </Press>
          <Alert>{refused}</Alert>
        </div>
      ) : (
        <>
          <p>
            {say([
              'Escanea este código con tu aplicación (Google Authenticator, Microsoft Authenticator, 1Password u otra):',
              'Scan this code with your app (Google Authenticator, Microsoft Authenticator, 1Password or another):',
            ])}
          </p>
          <svg
            className="qr"
            role="img"
            aria-label={say(['Código QR para tu aplicación', 'QR code for your app'])}
            viewBox={`0 0 ${offer.qr.side} ${offer.qr.side}`}
            shapeRendering="crispEdges"
          >
            <path d={offer.qr.path} />
          </svg>
          <p>
            <a href={offer.address}>
              {say(['¿La tienes en este dispositivo? Ábrela aquí', 'Is it on this device? Open it here'])}
            </a>
          </p>
          <p>{say(['Si no puedes escanear, escribe esta clave:', 'If you cannot scan, type this key:'])}</p>
          <p>
            <Copied text={offer.key} />
          </p>
          <div>
            <Ask
              button={say(['Ya la agregué', 'I have added it'])}
              title={say(['El código que muestra', 'The code that it shows'])}
              confirm={say(['Confirmar', 'Confirm'])}
              change={(form) => ({
                method: 'POST',
                path: '/v1/console/second-factor/confirm',
                body: {
                  offer: offer.offer,
                  code: String(form.get('code')).replaceAll(' ', ''),
                  password: String(form.get('password')),
                },
              })}
              onDone={again}
            >
              <Field label={say(['Código de 6 dígitos', '6-digit code'])}>
                <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
              </Field>
              <Field label={say(['Tu contraseña', 'Your password'])}>
                <input name="password" type="password" autoComplete="current-password" required />
              </Field>
            </Ask>
          </div>
        </>
      )}
    </section>
  )
}
