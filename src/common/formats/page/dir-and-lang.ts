import { readTag } from './tags'

/** As far as a tag says them. */
type DirAndLang = { readonly dir?: string; readonly lang?: string }

/** In which direction a part of a page runs, and in which language it is, by the start tag that it remembers. */
export function dirAndLangOf({
  attrs
}: {
  readonly attrs: { readonly [name: string]: unknown }
}): DirAndLang {
  const src = attrs['src']
  return typeof src === 'object' && src !== null && 'open' in src ? dirAndLangIn(src.open) : {}
}

/** The same by a source that begins with a start tag. */
export function dirAndLangIn(source: unknown): DirAndLang {
  if (typeof source !== 'string' || !/\s(dir|lang)\b/i.test(source)) return {}
  const attributes = readTag(/^<(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(source)?.[0] ?? '')?.attributes
  const dir = attributes?.get('dir')?.trim().toLowerCase() ?? ''
  const lang = attributes?.get('lang')?.trim() ?? ''
  return {
    ...(/^(rtl|ltr|auto)$/.test(dir) ? { dir } : {}),
    ...(/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(lang) ? { lang } : {})
  }
}
