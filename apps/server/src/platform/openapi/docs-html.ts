export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Blank lines part paragraphs; `code` and **bold** as in Markdown. */
export function paragraphs(text: string, attributes = ''): string {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part) =>
      escaped(part)
        .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
        .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>'),
    )
    .map((part) => `<p${attributes}>${part}</p>`)
    .join('')
}
