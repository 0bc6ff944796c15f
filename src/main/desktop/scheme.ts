import { protocol, type Session } from 'electron'
import { SITE_SCHEME } from '../../common/site-code'
import { mayPass } from './request-gate'
import type { StaticFiles } from '../http/static-files'

/** Makes `galley://app` an origin like `https` ones (N2). To be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'galley',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
    },
    {
      scheme: SITE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true }
    }
  ])
}

interface SchemeParts {
  readonly files: StaticFiles
  /** The open workspace's service, with the owner as caller (A1). */
  readonly service: (request: Request) => Promise<Response>
  /** Sites with their own code (E23). */
  readonly sites: (request: Request) => Promise<Response>
  readonly devServer?: string | undefined
}

/**
 * Answers `galley://app`: the user interface from its files, everything else from the service. No port is
 * open. Nothing else passes, no other scheme and no other origin: see `mayPass`.
 */
export function serveScheme(session: Session, { files, service, sites, devServer }: SchemeParts): void {
  session.webRequest.onBeforeRequest((details, decide) => {
    const pass = mayPass({
      url: details.url,
      resourceType: details.resourceType,
      frameOrigin: details.frame?.origin ?? null,
      isFramed: (details.frame?.parent ?? null) !== null,
      devServer
    })
    decide({ cancel: !pass })
  })
  session.protocol.handle('galley', async (request) => (await files(request)) ?? (await service(request)))
  session.protocol.handle(SITE_SCHEME, sites)
}
