import { functions, properties } from './allowed'

/**
 * The declarations that a shown document may have, as the browser itself read them: escapes and comments are
 * resolved.
 */
export function safeDeclarations(style: CSSStyleDeclaration): string {
  const kept: string[] = []
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property)
    if (!properties.has(property) || !isSafe(value)) continue
    kept.push(`${property}: ${value}${style.getPropertyPriority(property) === '' ? '' : ' !important'}`)
  }
  return kept.join('; ')
}

/**
 * The rules of a style sheet that a shown document may have: plain rules, and those for a width or a feature.
 * Fonts, imports, names, movements and whatever comes later go. Nothing in it can end the element that it
 * stands in.
 */
export function safeSheet(text: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return rulesOf(sheet.cssRules).replaceAll('<', '\\3c ')
}

function rulesOf(rules: CSSRuleList): string {
  return Array.from(rules, ruleOf).join('')
}

function ruleOf(rule: CSSRule): string {
  if (rule instanceof CSSStyleRule) {
    const inside = safeDeclarations(rule.style)
    return inside === '' ? '' : `${rule.selectorText} { ${inside} }\n`
  }
  if (rule instanceof CSSMediaRule) return `@media ${rule.media.mediaText} {\n${rulesOf(rule.cssRules)}}\n`
  if (rule instanceof CSSSupportsRule)
    return `@supports ${rule.conditionText} {\n${rulesOf(rule.cssRules)}}\n`
  return ''
}

const picture = /^url\(\s*["']?data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*["']?\s*\)$/i

/**
 * @returns whether the value asks for nothing but colours, lengths, gradients, and pictures that it holds
 * itself
 */
function isSafe(value: string): boolean {
  const held = value.replaceAll(/url\([^()]*\)/gi, (part) => (picture.test(part) ? '' : part))
  if (/[\\<]/.test(held)) return false
  return Array.from(held.matchAll(/(?<![a-z-])([a-z-]+)\s*\(/gi)).every(([, name = '']) =>
    functions.has(name.toLowerCase())
  )
}
