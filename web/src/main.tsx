// The beginning of the console in the browser.
import './console.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { LanguageProvider } from './language.tsx'

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
/** Asked whatever the browser thinks of its network: what cannot be sent is said at once, and is not sent later by itself. */
const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})
createRoot(place).render(
  <QueryClientProvider client={client}>
    <LanguageProvider>
      <App />
    </LanguageProvider>
  </QueryClientProvider>,
)
