// The beginning of the console in the browser.
import './console.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { LanguageProvider } from './language.tsx'

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
createRoot(place).render(
  <QueryClientProvider client={new QueryClient()}>
    <LanguageProvider>
      <App />
    </LanguageProvider>
  </QueryClientProvider>,
)
