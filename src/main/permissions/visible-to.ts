import type { ServiceEvent, ServiceEventBody } from '../../common/api/events'
import type { Caller } from '../callers/types'
import { accessFor } from './access'
import type { OrgRules } from './org-rules'
import { visibleEvent } from './visible-event'

/** What a caller may know of an event, by the rules of its moment (P6): see `visibleEvent`. */
export type VisibleTo = (caller: Caller, event: ServiceEvent) => Promise<ServiceEventBody | null>

/**
 * For many streams: the rules are read when the first one asks about an event, and each caller is judged
 * once.
 */
export function openVisibility(rulesOf: OrgRules): VisibleTo {
  const asked = new WeakMap<ServiceEvent, VisibleBody>()
  return (caller, event) => {
    const visible = asked.get(event) ?? visibleBody(event, readOnce(rulesOf))
    asked.set(event, visible)
    return visible(caller)
  }
}

type VisibleBody = (caller: Caller) => Promise<ServiceEventBody | null>

function visibleBody({ seq: _seq, ...body }: ServiceEvent, rulesOf: OrgRules): VisibleBody {
  const judged = new Map<string, Promise<ServiceEventBody | null>>()
  return (caller) => {
    const who = JSON.stringify([caller.kind, caller.people])
    const visible = judged.get(who) ?? visibleEvent(accessFor(caller, rulesOf), body)
    judged.set(who, visible)
    return visible
  }
}

function readOnce(rulesOf: OrgRules): OrgRules {
  const read = new Map<string, ReturnType<OrgRules>>()
  return (org) => {
    const rules = read.get(org) ?? rulesOf(org)
    read.set(org, rules)
    return rules
  }
}
