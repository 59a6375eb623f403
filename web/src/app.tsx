// The frame around every view: navigation, the signed-in person, the keyboard, and the view that the address names.
import { views } from 'cobro:views'
import { LogOut, Menu, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { at } from './base.ts'
import { Invitation } from './invitation.tsx'
import { useKeyboard } from './keyboard.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { useLanguage, type Words } from './language.tsx'
import { Page, useLater } from './later.tsx'
import { FactorNeeded } from './me/factor-needed.tsx'
import { ViewLinks } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { useAct } from './parts/act.ts'
import { Guarded } from './parts/guarded.tsx'
import { Press } from './parts/press.tsx'
import { Sheet } from './parts/sheet.tsx'
import { Alert } from './parts/states.tsx'
import { SessionProvider, useSession } from './session.tsx'
import { Strips } from './strips.tsx'
import { useViewTitle } from './title.ts'
import { groups, type NamedView } from './view.ts'

const places = Object.keys(groups)
const placeOf = ({ group, order }: NamedView) => places.indexOf(group) * 1_000 + order
const ordered = views.toSorted((one, other) => placeOf(one) - placeOf(other))

export function App() {
  return (
    <Router base={at('/console')}>
      <Switch>
        <Route path="/invitation">
          <Invitation />
        </Route>
        <Route>
          <SessionProvider>
            <Inside />
          </SessionProvider>
        </Route>
      </Switch>
    </Router>
  )
}

/** Until there is a second factor, where the role needs one, nothing else is shown. */
function Inside() {
  const { session } = useSession()
  return session.factor_required ? <FactorNeeded /> : <Frame />
}

function useSeen(): NamedView[] {
  const { can } = useSession()
  return ordered.filter(({ needs }) => needs.every(can))
}

function Frame() {
  const { say } = useLanguage()
  const seen = useSeen()
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef<string>(undefined)
  const [sheet, setSheet] = useState<'search' | 'keys'>()
  // At once, so that the next key is typed into it.
  const open = (one: 'search' | 'keys') => flushSync(() => setSheet(one))
  useKeyboard(seen, { search: () => open('search'), keys: () => open('keys') })
  useLater()
  const view = seen.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  useViewTitle(view ? say(view.title) : path === '/' ? '' : say(NOTHING_HERE))
  useEffect(() => {
    // It leads on to the first view. The page begins at its very top, where the keyboard finds the link to the content.
    if (path === '/') return
    // Another view begins at its top, with a screen reader too, unless it begins in a field of its own.
    const isAnother = shown.current !== undefined && shown.current !== path
    if (isAnother && !main.current?.contains(document.activeElement)) main.current?.focus()
    shown.current = path
    showInMenu(document.querySelector('.side a[aria-current]'))
  }, [path])
  return (
    <>
      <a className="skip" href="#main">
        {say(['Ir al contenido', 'Skip to the content'])}
      </a>
      {sheet === 'search' && <Palette seen={seen} onClose={() => setSheet(undefined)} />}
      {sheet === 'keys' && <KeysSheet seen={seen} onClose={() => setSheet(undefined)} />}
      <div className="frame">
        <nav className="side" aria-label={say(['Consola', 'Console'])}>
          <Link className="mark" href="/">
            Cobro
          </Link>
          <ViewLinks seen={seen} />
        </nav>
        <div className="content">
          <Bar seen={seen} search={() => open('search')} />
          <Strips />
          <main id="main" ref={main} tabIndex={-1}>
            {/* Another view is another page: it begins whole. */}
            <Guarded key={path}>
              <Switch>
                <Route path="/">
                  <Redirect to={seen[0]?.path ?? '/me'} replace />
                </Route>
                {seen.flatMap((view) => [
                  <Route key={view.path} path={view.path}>
                    <Page view={view} />
                  </Route>,
                  ...(view.hasItems
                    ? [
                        <Route key={`${view.path}/one`} path={`${view.path}/:id`}>
                          {({ id }: { id: string }) => <Page view={view} id={id} />}
                        </Route>,
                      ]
                    : []),
                ])}
                <Route>
                  <NotThere />
                </Route>
              </Switch>
            </Guarded>
          </main>
        </div>
      </div>
    </>
  )
}

/** Scrolls the menu alone: to scroll an element into view would also begin the keyboard's order there. */
function showInMenu(link: Element | null): void {
  const menu = link?.closest('.side')
  if (!link || !menu) return
  const [its, all] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  if (its.top < all.top) menu.scrollTop += its.top - all.top
  else if (its.bottom > all.bottom) menu.scrollTop += its.bottom - all.bottom
}

/** The links that every other page of the service has in its bar. */
const OTHER_PAGES: readonly (readonly [path: string, title: Words, own?: true])[] = [
  ['/docs/pages', ['Guías', 'Guides']],
  ['/docs', ['Llamadas', 'Calls']],
  ['/demo', ['Tienda', 'Shop'], true],
  ['/mailbox', ['Buzón', 'Mailbox'], true],
]

function Bar({ seen, search }: { seen: NamedView[]; search: () => void }) {
  const { say, language, speak } = useLanguage()
  const { session, choose, signOut } = useSession()
  const [menu, setMenu] = useState(false)
  const { act, refused, isUnderWay } = useAct()
  // The shop and its mailbox exist where the sandbox's own account does.
  const elsewhere = OTHER_PAGES.filter(([, , own]) => own === undefined || session.local)
  return (
    <header className="bar">
      <button type="button" className="menu-button" aria-haspopup="dialog" onClick={() => setMenu(true)}>
        <Menu aria-hidden="true" size={18} />
        {say(['Menú', 'Menu'])}
      </button>
      {menu && (
        <Sheet drawer label={say(['Menú', 'Menu'])} onClose={() => setMenu(false)}>
          <ViewLinks seen={seen} close={() => setMenu(false)} />
          <section>
            <h2>{say(['Más páginas', 'More pages'])}</h2>
            <ul>
              {elsewhere.map(([path, title]) => (
                <li key={path}>
                  <a className="menu-link" href={at(`${path}?lang=${language}`)}>
                    {say(title)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        </Sheet>
      )}
      {session.accounts.length > 1 ? (
        <label className="account">
          <span className="hidden">{say(['Cuenta', 'Account'])}</span>
          <select
            value={session.account.id}
            disabled={isUnderWay}
            onChange={({ target }) => act(() => choose(target.value))}
          >
            {session.accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className="account">{session.account.name}</span>
      )}
      <button type="button" className="look" aria-haspopup="dialog" onClick={search}>
        <Search aria-hidden="true" size={16} />
        <span className="what">{say(['Buscar', 'Search'])}</span>
        <span className="key" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <nav className="elsewhere" aria-label={say(['Más páginas', 'More pages'])}>
        {elsewhere.map(([path, title]) => (
          <a key={path} href={at(`${path}?lang=${language}`)}>
            {say(title)}
          </a>
        ))}
      </nav>
      {/* In the sandbox on this machine nobody has a name. */}
      <Link className="person" href="/me">
        {session.local ? say(['Tu acceso', 'Your access']) : session.person.name}
      </Link>
      <button
        type="button"
        className="plain speak"
        lang={language === 'es' ? 'en' : 'es'}
        onClick={() => speak(language === 'es' ? 'en' : 'es')}
      >
        <span className="what">{language === 'es' ? 'English' : 'Español'}</span>
        <span className="on-phone" aria-hidden="true">
          {language === 'es' ? 'EN' : 'ES'}
        </span>
      </button>
      {!session.local && (
        <Press className="plain speak" isUnderWay={isUnderWay} onClick={() => act(signOut)}>
          <span className="what">{say(['Salir', 'Sign out'])}</span>
          <LogOut className="on-phone" aria-hidden="true" size={18} />
        </Press>
      )}
      <Alert>{refused}</Alert>
    </header>
  )
}

const NOTHING_HERE: Words = ['Aquí no hay nada', 'There is nothing here']

function NotThere() {
  const { say } = useLanguage()
  return (
    <div className="state">
      <h1>{say(NOTHING_HERE)}</h1>
      <p>
        {say([
          'La dirección no existe, o tu rol en la cuenta no alcanza para verla.',
          'There is no such page, or your role may not see it.',
        ])}
      </p>
      <Link className="button" href="/">
        {say(['Ir al inicio', 'Go to the start page'])}
      </Link>
    </div>
  )
}
