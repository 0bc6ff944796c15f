import { Progress as Bar } from '@mantine/core'
import type { Progress } from './impact'
import classes from './schemas.module.css'

/** How far the look into the documents of a site is. */
export type Scan =
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'done'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly message: string }

interface ScanStateProps {
  readonly scan: Scan
  readonly affected: number
  /** Documents with values that the changed schema has no place for, and that stay where they are. */
  readonly orphans: number
  readonly carried: number
}

/** What a changed schema does to the documents that follow it, in a sentence. */
export function ScanState({ scan, affected, orphans, carried }: ScanStateProps) {
  if (scan.kind === 'failed') {
    return (
      <p role="alert" className={classes.warning}>
        The documents could not be checked. {scan.message}
      </p>
    )
  }
  const { progress } = scan
  if (scan.kind === 'running') {
    const total = progress?.total ?? 0
    return (
      <div role="status">
        <p>
          {total === 0
            ? 'Looking for documents…'
            : `Checking documents: ${progress?.checked ?? 0} of ${total}`}
        </p>
        <Bar
          value={total === 0 ? 0 : ((progress?.checked ?? 0) / total) * 100}
          aria-label="Documents checked"
        />
      </div>
    )
  }
  const { using } = scan.progress
  return (
    <p role="status">
      {using === 0
        ? 'No document of this site follows this schema yet.'
        : affected > 0
          ? `${affected} of ${using} documents would become invalid. Nothing in them is lost; their forms will show what to mend.`
          : orphans > 0
            ? `The ${using} documents that follow this schema break no further rule.`
            : `All ${using} documents that follow this schema stay as valid as they are.`}
      {orphans > 0 &&
        ` ${orphans} of them ${orphans === 1 ? 'keeps a value' : 'keep values'} that the schema has no place for: not in the form, delivered under the old key.`}
      {carried > 0 &&
        ` In ${carried === 1 ? '1 document' : `${carried} documents`} values go to their new place.`}
    </p>
  )
}
