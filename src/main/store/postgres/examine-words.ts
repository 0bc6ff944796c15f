import type { Sql } from './database'
import type { TeamFinding } from './findings'
import { textIn } from './values'
import { UNKEPT } from './words-forms'

/** The words of each file are those of its content, or it is noted as unread. */
export async function keptWords(
  { all, workspace }: Sql & { readonly workspace: string },
  findings: TeamFinding[]
): Promise<void> {
  const rows = await all(`select e.path, f.form ${UNKEPT} and e.here order by e.path, f.form`, [workspace])
  for (const row of rows)
    findings.push({
      where: textIn(row, 'path'),
      message:
        'The words that are kept of this file are not those of its content: searching may miss it. It is read again by itself within six hours.',
      lost: false
    })
}
