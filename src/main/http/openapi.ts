import { openApiDocument } from '../../common/api/openapi'
import { operations } from '../../common/api/operations'
import { documentOperations } from '../../common/api/operations/document'
import { uiHeaders } from '../../common/api/security'
import type { Asked, Known, Step } from './asked'
import { openApiPage } from './openapi-page'
import { openRoom, type Room } from './room'

/** The OpenAPI 3.1 document of everything served, and the same to read; each is made once. */
export function openDocument(known: Step<Asked, Known>, appVersion: string): Room {
  let text: string | undefined
  let page: string | undefined
  return openRoom({
    operations: documentOperations,
    enter: known,
    handlers: {
      openApi() {
        text ??= JSON.stringify(openApiDocument(operations, appVersion), null, 2)
        return new Response(text, {
          headers: {
            'Content-Type': 'application/json',
            'Cache-Control': 'private, no-cache',
            'X-Content-Type-Options': 'nosniff'
          }
        })
      },
      openApiPage() {
        page ??= openApiPage(operations, appVersion)
        return new Response(page, {
          headers: {
            ...uiHeaders,
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'private, no-cache'
          }
        })
      }
    }
  })
}
