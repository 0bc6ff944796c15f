import { openApiDocument } from '../../common/api/openapi'
import { operations } from '../../common/api/operations'
import { uiHeaders } from '../../common/api/security'
import type { Methods, ServiceContext } from './context'
import { openApiPage } from './openapi-page'

/** `GET /openapi.json`: the OpenAPI 3.1 document of everything served. */
export function openApiRoutes({ options }: ServiceContext): Methods {
  let text: string | undefined
  return {
    GET: () => {
      text ??= JSON.stringify(openApiDocument(operations, options.appVersion), null, 2)
      return new Response(text, {
        headers: {
          'Content-Type': 'application/json',
          'Cache-Control': 'private, no-cache',
          'X-Content-Type-Options': 'nosniff'
        }
      })
    }
  }
}

/** `GET /openapi.html`: the same to read. */
export function openApiPageRoutes({ options }: ServiceContext): Methods {
  let page: string | undefined
  return {
    GET: () => {
      page ??= openApiPage(operations, options.appVersion)
      return new Response(page, {
        headers: {
          ...uiHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'private, no-cache'
        }
      })
    }
  }
}
