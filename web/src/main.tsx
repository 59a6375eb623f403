// The start of the console in the browser.
import './console.css'
import './print.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { LanguageProvider } from './language.tsx'
import { Guarded } from './parts/guarded.tsx'

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
/** Sent whatever the browser assumes about its network: a failed request is reported at once, and not sent later by itself. */
const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})
createRoot(place).render(
  <QueryClientProvider client={client}>
    <LanguageProvider>
      <Guarded>
        <App />
      </Guarded>
    </LanguageProvider>
  </QueryClientProvider>,
)
