import * as vscode from 'vscode';
import type { ProxySettings } from '../../api/http.ts';

/** Returns the proxy settings of VS Code, so that the extension reaches the network in the same way. */
export function proxySettings(): ProxySettings {
  const http = vscode.workspace.getConfiguration('http');
  return {
    isUsed: http.get<string>('proxySupport') !== 'off',
    address: http.get<string>('proxy') || undefined,
    direct: http.get<string[]>('noProxy') ?? [],
    authorization: http.get<string | null>('proxyAuthorization') ?? undefined,
    isStrict: http.get<boolean>('proxyStrictSSL') ?? true,
  };
}
