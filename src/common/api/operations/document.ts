import { z } from 'zod'
import type { Operation } from './operation'

/** This document. */
export const documentOperations = [
  {
    id: 'openApi',
    method: 'GET',
    address: '/openapi.json',
    group: 'This document',
    summary: 'This document.',
    caller: 'token',
    answers: { 200: { description: 'OpenAPI 3.1.', body: z.looseObject({ openapi: z.literal('3.1.0') }) } },
    refusals: []
  },
  {
    id: 'openApiPage',
    method: 'GET',
    address: '/openapi.html',
    group: 'This document',
    summary: 'This document as a page to read.',
    caller: 'token',
    answers: { 200: { description: 'HTML.', body: 'html' } },
    refusals: []
  }
] as const satisfies readonly Operation[]
