import type { CrashReports } from '../../../../common/bridge'

/** What helps whoever looks for the cause, and holds nothing of the content. */
export const summaryOf = ({ dumps, errors, versions }: CrashReports): string =>
  [
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    '',
    `crashes: ${dumps.length}`,
    ...dumps.map(({ at, size }) => `${new Date(at).toISOString()}  ${size} bytes`),
    '',
    `errors: ${errors.length}`,
    ...errors
  ].join('\n')
