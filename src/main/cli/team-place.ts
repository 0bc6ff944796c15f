import type { TeamSettings } from '../team'
import { UsageError } from './command'

/** The database that the environment names. @throws UsageError */
export function requireNamed({ databaseUrl }: TeamSettings): string {
  if (databaseUrl === null)
    throw new UsageError('GALLEY_TEAM_DATABASE_URL is missing: it names the database, postgres://…')
  return databaseUrl
}
