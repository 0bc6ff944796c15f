import { z } from 'zod'
import { endpoint, type Operation } from './operation'

/** This document. */
export const documentOperations = [
  {
    ...endpoint('openApi'),
    group: 'This document',
    summary: 'This document.',
    caller: 'token',
    answers: { 200: { description: 'OpenAPI 3.1.', body: z.looseObject({ openapi: z.literal('3.1.0') }) } },
    refusals: []
  },
  {
    ...endpoint('openApiPage'),
    group: 'This document',
    summary: 'This document as a page to read.',
    caller: 'token',
    answers: { 200: { description: 'HTML.', body: 'html' } },
    refusals: []
  }
] as const satisfies readonly Operation[]
