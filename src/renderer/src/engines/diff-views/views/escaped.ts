const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // as a parser reads it
  '\0': '\uFFFD'
}

const special = /[&<>"'\0]/g

/** A text of a document, to stand between tags or within quotes. It holds no NUL. */
export const escaped = (value: string): string => value.replace(special, (sign) => signs[sign] ?? sign)
