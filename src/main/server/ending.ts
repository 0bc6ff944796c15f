import type { Service } from '../service'

/** What of a listener is needed to end it. */
interface Listening {
  close(done: () => void): unknown
  closeIdleConnections(): void
  closeAllConnections(): void
}

/**
 * Ends a listener (OP4): nothing new comes in, event streams end with a word, requests under way finish, and
 * then the service closes.
 * @param patience milliseconds after which connections are cut
 */
export async function endListener(server: Listening, service: Service, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 25)
  const giveUp = setTimeout(() => server.closeAllConnections(), patience)
  server.closeIdleConnections()
  try {
    if (service.drain) service.drain()
    else await service.close()
    await closed
    await service.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(giveUp)
  }
}
