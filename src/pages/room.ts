// The entry point of the payer's pages: receipts and slips, and the way to the bank's authentication and back.
import type { Ground, Room } from '../api/room.ts'
import { payerActionRoutes, type Visit } from './payer-action-routes.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { plainPages } from './reply.ts'
import { type PageNeeds, pageRoutes } from './routes.ts'

/** PDFs are drawn for other rooms too. */
export function pdfRoom(ground: Ground) {
  const pdfs = createPdfRenderer(ground)
  const room: Room = {
    // Before the wait for requests under way, so that those that wait for a PDF are answered 503 at once.
    addHooks: (app) => {
      app.addHook('preClose', async () => pdfs.close())
    },
    gauges: [{ name: 'cobro_pdf_waiting', help: 'PDFs that wait to be drawn', read: () => pdfs.waiting() }],
  }
  return { room, pdfs }
}

export function pagesRoom(
  ground: Ground,
  { find, returned, ...needs }: Omit<PageNeeds, keyof Ground> & { find: Visit; returned: Visit },
) {
  const room: Room = {
    addRoutes: async (app) => {
      pageRoutes(app, { ...ground, ...needs })
      await payerActionRoutes(app, { ...ground, ...needs, find, returned })
    },
  }
  return { room, sendUnknownPage: plainPages(needs.links).notFound }
}
