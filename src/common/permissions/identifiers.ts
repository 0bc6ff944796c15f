/** Somebody who may call: who it is, and the groups it belongs to. */
export interface Identity {
  readonly email: string
  readonly groups: readonly string[]
}

/**
 * Every name under which a permission row can speak of somebody (A4), lower-case: the e-mail, each group,
 * each `org/group`.
 */
export function identifiersOf({ email, groups }: Identity, org: string): string[] {
  const names = [email, ...groups.flatMap((group) => [group, `${org}/${group}`])]
  return [
    ...new Set(names.map((name) => name.trim().normalize('NFC').toLowerCase()).filter((name) => name !== ''))
  ]
}
