export const spanish: Record<string, string> = {}
