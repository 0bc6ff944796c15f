import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { SchemaIssue, Severity } from '../../../../common/schema'

export const issueIcons = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  note: IconInfoCircle
} as const

const worstFirst: readonly Severity[] = ['error', 'warning', 'note']

/** Beside a field that something is wrong with: how bad it is, and what. */
export function IssueMark({ issues }: { readonly issues: readonly SchemaIssue[] }) {
  const worst = worstFirst.find((severity) => issues.some((issue) => issue.severity === severity))
  if (worst === undefined) return null
  const Icon = issueIcons[worst]
  const said = issues.map(({ message }) => message).join(' ')
  return (
    <span title={said}>
      <Icon size={14} data-severity={worst} aria-label={`${worst}: ${said}`} role="img" />
    </span>
  )
}
