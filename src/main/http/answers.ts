const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** JSON that holds now and for who asked, and is kept nowhere. */
export const jsonAnswer = (value: unknown, status = 200): Response =>
  Response.json(value, { status, headers })

/** Nothing but that it is done. */
export const doneAnswer = (status = 204): Response => new Response(null, { status, headers })
