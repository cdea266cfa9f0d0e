/**
 * Contents of the `migrations` table in deployed databases: names and hashes, as the service of each commit wrote
 * them.
 */
export const fieldTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '9c2d3f1': {
    '0001_apps.sql': '599ee2238c2ddd00a38178b74a3410072b7a79f4775417e2d2e0b03923386a8c',
    '0002_users.sql': 'aba4c4eea36c5d10caec009a20746d7a06b950574d9b8472f0ffc47acef3d02c',
    '0003_sessions.sql': '13d2f4bf4afb4eab6141133d18bbc2fdb15fdcb42ca6b0742f59b0cad8cdf84e',
    '0004_challenges.sql': 'a90d46def79ab5b14b5e9395d82d8d3a0e5ed478f30794f6825de4a434475ca7',
    '0005_custody.sql': '1e5c18b0c12bcc46ef7e1ef87b40382624f9aef485087212f3778bf72965e88a',
    '0006_recovery_store.sql': 'aa86147587a42a33b4897152f010a6b5ffd96b03341e88298c463f9babdce848',
    '0007_audit.sql': '20a98354c6ecd58472b3a00d3266523208ac8a48f6265329b359e03d4b034ee1',
    '0008_webhooks.sql': '6db389bc5df56a92d380b4d984055cacf8b59f4cda7c659454c1352c04a0b898',
    '0009_analytics.sql': '3c5d0de60e55ea4f149d3c23c6125dfa73f5715d5c8073cabc34b2d478b3b21e',
    '0010_captcha.sql': '7694d3479500374a3b2db022cabb79e2b62595889a27b3e536fcc94d0a2a9bcd',
    '0011_app_secrets.sql': 'e2b284fe1cb99e7a8c2bd319630a044f5e66d33151b3761176e8fb392cd486f6',
  },
  '3db5f9aa': {
    '0001_apps.sql': '599ee2238c2ddd00a38178b74a3410072b7a79f4775417e2d2e0b03923386a8c',
    '0002_users.sql': 'aba4c4eea36c5d10caec009a20746d7a06b950574d9b8472f0ffc47acef3d02c',
    '0003_sessions.sql': 'fab6bfcc011c7aa1f13c37aa89ed69ae92b56033eac8f3d901eb0dcd0b59822f',
    '0004_challenges.sql': 'f02cc899d99a8d2afa8ae4c58b57428eb4acb8da9670e973c796a162615be8e9',
    '0005_custody.sql': '1e5c18b0c12bcc46ef7e1ef87b40382624f9aef485087212f3778bf72965e88a',
    '0006_recovery_store.sql': 'aa86147587a42a33b4897152f010a6b5ffd96b03341e88298c463f9babdce848',
    '0007_audit.sql': '2eedd8e65e8fb69012ea9df8e6525d4aad868316931b0ef2fb524dca69a40e83',
    '0008_webhooks.sql': '6db389bc5df56a92d380b4d984055cacf8b59f4cda7c659454c1352c04a0b898',
    '0009_analytics.sql': '3c5d0de60e55ea4f149d3c23c6125dfa73f5715d5c8073cabc34b2d478b3b21e',
    '0010_captcha.sql': '7694d3479500374a3b2db022cabb79e2b62595889a27b3e536fcc94d0a2a9bcd',
    '0011_app_secrets.sql': 'e2b284fe1cb99e7a8c2bd319630a044f5e66d33151b3761176e8fb392cd486f6',
    '0012_forks_and_tries.sql': '0bc128ec95df79893c7abb6ea8fa80ccb63df676b12fcaac5f6127da6cff6950',
    '0013_confirmations.sql': '0dcad502a64843f9fd9b845e3376b485930deebf67873aa0007a55fadbb6503b',
    '0014_removed_addresses.sql': '5f338cfa887ba318608b7b2846026c39d20a5f913488dcdf4b68f4650caa5dfc',
    '0016_webhook_order.sql': '28538abff5a6a99ecbabb4144a7d542cf64f1400562e778a49f132ceb9d90f2f',
    '0020_second_factor.sql': 'c9bfea6b52c1317a476a3ba3111e23d6c9c79cd5ea4a0d0609c98a336dce51a9',
    '0021_funding.sql': 'dff5942bb3425c7822c8d12e3428f6ce1bb225f05aa56302b3c9bbfda032014b',
    '0022_cross_app.sql': '75a3638e8aade62163a1b5d86fb62270279bac9ae92bfcf89b6fad7a43fe9a47',
    '0023_farcaster_signers.sql': '19304071dc95abafd36139cd177d89a212b195da09bc7810d330d5b5e885feec',
  },
};
