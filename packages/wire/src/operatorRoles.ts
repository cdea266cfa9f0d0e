/** Roles of the operator's tokens. Each may do what the roles before it may. */
export const operatorRoles = ['viewer', 'support', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Returns true if a token with the role `own` may call a route that needs `needed`. */
export const isRoleEnough = (own: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(own) >= operatorRoles.indexOf(needed);
