import { z } from 'zod'
import { GalleyError, sentence } from '../../common/errors'
import type { ToolAnswer } from './answers'
import { pageSize, pieceOf } from './answers'
import type { Asking } from './asking'

/** Something that a program can do. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Whether it changes something: left out of the list for who only reads (MC7). */
  readonly writes: boolean
  /** JSON Schema of what it is given. */
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown }
  /** @throws GalleyError bad-request naming the member, and whatever the service refuses */
  run(asking: Asking, given: unknown): Promise<ToolAnswer>
}

interface ToolParts<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly writes?: true
  readonly input: Input
  readonly run: (asking: Asking, given: z.output<Input>) => Promise<ToolAnswer>
}

export function tool<Input extends z.ZodObject>(parts: ToolParts<Input>): Tool {
  const { name, title, description, input, writes = false } = parts
  return {
    name,
    title,
    description,
    writes,
    inputSchema: { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' },
    run(asking, given) {
      const read = input.safeParse(given ?? {})
      if (read.success) return parts.run(asking, read.data)
      const [issue] = read.error.issues
      const where = issue?.path.map(String).join('.') || 'arguments'
      throw new GalleyError(
        'bad-request',
        sentence`“${{ where }}” is not as it should be: ${{ problem: issue?.message ?? '' }}`,
        { where }
      )
    }
  }
}

/** What many tools are given. */
export const given = {
  path: z.string().max(4096).describe('A content path: /organization/site/folder/page.html'),
  etag: z.string().max(200).describe('The etag that came with the content when it was read.'),
  from: z.int().min(0).default(0).describe('The letter to begin with: `next` of the piece before.'),
  letters: z.int().min(1).max(pieceOf.most).default(pieceOf.usual).describe('How many letters at most.'),
  after: z.int().min(0).default(0).describe('How many entries to skip: `next` of the page before.'),
  limit: z.int().min(1).max(pageSize.most).default(pageSize.usual).describe('How many entries at most.'),
  version: z.string().max(500).describe('A version, as the tool `versions` names it.')
}
