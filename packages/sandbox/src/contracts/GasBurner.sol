// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Uses gas.
contract GasBurner {
    uint256 public rounds;

    /// Uses at least this much gas.
    function burn(uint256 gasToUse) external {
        uint256 before = gasleft();
        while (before - gasleft() < gasToUse) rounds++;
    }

    /// Uses all gas that it gets.
    function burnAll() external {
        while (true) rounds++;
    }
}
