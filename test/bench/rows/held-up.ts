import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Finding, Row } from '../row'

const told = z.object({
  found: z.array(
    z.object({
      what: z.string(),
      seconds: z.number(),
      saves: z.number(),
      waits: z.object({ median: z.number(), p95: z.number(), p99: z.number(), most: z.number() })
    })
  ),
  megabytes: z.number()
})

/** What strangers send to hold a service up, while somebody else works. */
export const heldUp: Row = {
  name: 'held-up',
  title: 'wait for the event loop while strangers try to hold it up',
  run: async (place): Promise<readonly Finding[]> => {
    const child = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'strangers.mjs'), join(place, 'workspace')],
      { maxBuffer: 1 << 24 }
    )
    const { found, megabytes } = told.parse(JSON.parse(child.stdout))
    return [
      ...found.map(({ what, waits, seconds, saves }): Finding => ({
        what,
        galley: { ...waits, runs: saves, perSecond: saves / seconds },
        baseline: { what: 'the longest turn', took: { value: waits.most, unit: 'ms' } },
        budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p99' }
      })),
      {
        what: 'most memory of the process',
        galley: { value: megabytes, unit: 'MB' },
        budget: { kind: 'most', atMost: 1024, unit: 'MB', of: 'value' }
      }
    ]
  }
}
