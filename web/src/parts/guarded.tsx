// In the place of a page that could not be shown: without it the browser's window would be empty.
import { Component, type ReactNode } from 'react'
import { useLanguage } from '../language.tsx'

export class Guarded extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { say } = useLanguage()
  return (
    <div className="state bad" role="alert">
      <h1>{say(['Esta página falló', 'This page failed'])}</h1>
      <p>
        {say([
          'Lo que escribiste sigue guardado en esta pestaña. Carga la página otra vez; si vuelve a fallar, avisa a quien opera el servicio.',
          'What you typed is still kept in this tab. Load the page again; if it fails again, tell whoever runs the service.',
        ])}
      </p>
      <button type="button" onClick={() => location.reload()}>
        {say(['Cargar otra vez', 'Load it again'])}
      </button>
    </div>
  )
}
